// Learning curves: the loss of a learner by number of training rows, extrapolated by a power law.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "treewright/data/parameter.h"
#include "treewright/resampling/cross_validation.h"
#include "treewright/resampling/table_facts.h"

namespace treewright {

/// Power law of a learning curve: error = a + b·n^-c.
struct PowerLaw {
    double floor = 0.0;   ///< a: the asymptote; not below 0
    double height = 0.0;  ///< b, not below 0: 0 for a curve that does not fall
    double slope = 0.5;   ///< c, from 0.1 to 2
    double unit = 1.0;    ///< rows are counted in these, so that b has the size of an error

    [[nodiscard]] double at(double rows) const;
};

struct SizedLoss {
    double rows = 0.0;
    double loss = 0.0;
    double deviation = 0.0;  ///< of the mean
};

/// Least squares within the bounds, in which large sizes count more and one far off the others counts less (Huber). At least three sizes,
/// from small to large.
PowerLaw fit_power_law(std::span<const SizedLoss> sizes);

struct CurvePlan {
    std::size_t sizes = 8;  ///< at most: no two have the same number of rows
    std::size_t repeats = 10;
    double held_out = 0.25;  ///< of the rows: what all sizes of a repeat are tested on
    bool stratified = true;
    std::uint64_t seed = 1;
};
std::span<const ParameterOf<CurvePlan>> curve_parameters();

/// All repeats with one number of training rows.
struct CurveSize {
    double rows = 0.0;             ///< training rows, on average over the repeats
    std::vector<double> test;      ///< loss of each repeat on the rows held out
    std::vector<double> training;  ///< and on its own rows
    std::vector<double> leaves;
};

struct LearningCurve {
    LossKind kind = LossKind::error_rate;
    double table_rows = 0.0;
    std::vector<CurveSize> sizes;  ///< from small to large, at least three
    double baseline = 0.0;         ///< with the most rows
    RunShares shares;              ///< of a whole repeat
};

/// Sizes equally spaced on a log scale. An input `Error` if the table is too small for three of them.
LearningCurve learning_curve(const Learner& learner, const CurvePlan& plan, const Run& run);

/// The mean over the repeats with Nadeau and Bengio's interval, by the shares of a whole repeat: all sizes are tested on the same rows.
Figure mean_figure(const std::vector<double>& losses, const LearningCurve& curve);

/// The extrapolation to twice the rows of the table.
struct Projection {
    PowerLaw law;
    double now = 0.0;  ///< by the law, with all rows of the table
    double twice =
        0.0;  ///< with twice as many; has no interval, because the power law itself is an assumption (docs/evaluation/learning-curves.md)
    enum class Verdict {
        falls,    ///< more rows would help
        flat,     ///< they would change little
        unclear,  ///< the repeats differ too much to tell
    };
    Verdict verdict = Verdict::unclear;
};
Projection project(const LearningCurve& curve, std::uint64_t seed);

/// A curve with the means of its sizes and its projection.
struct CurveResult {
    TableFacts table;
    CurvePlan plan;
    LearningCurve curve;
    Projection projection;
    std::vector<Figure> test;  ///< by size
    std::vector<Figure> training;

    [[nodiscard]] bool has_law() const { return projection.verdict != Projection::Verdict::unclear; }
};
CurveResult measure_curve(const Learner& learner, const CurvePlan& plan, const Run& run);

}  // namespace treewright
