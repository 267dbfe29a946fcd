// Every split of a feature at a node, by brute force and in the order of the tie rule: lower thresholds first, sets as
// sorted lists of level positions, missing left before missing right.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/measure.h"
#include "treewright/tree/tree.h"

namespace treewright::reference {

using Levels = std::vector<std::int32_t>;

/// A surrogate: a split on another feature, for rows that lack the value.
struct PlainSurrogate {
    FeatureId feature = 0;
    bool is_threshold = true;
    double threshold = 0.0;
    bool reversed = false;
    Levels left, right;
    Real agreeing = 0;
    Real known = 0;
};

struct Question {
    SplitKind kind = SplitKind::leaf;
    FeatureId feature = 0;
    double threshold = 0.0;
    Levels left, right;
    std::size_t missing_child = 0;
    bool missing_branch = false;
    bool heuristic = false;

    Parts branches;  ///< all rows of the node by branch
    Parts counted;   ///< those that the gain includes
    Rows spread;     ///< fractional: those without a value, which are not in `branches` but go down all of them
    std::vector<PlainSurrogate> surrogates;
    Real gain = 0;
    Real penalty = 0;
    Real score = 0;
};

struct FeatureQuestions {
    std::vector<Question> list;  ///< those that the row limits allow
    Real tests = 0;              ///< how many tests are possible, for Bonferroni
    Real cuts = 0;               ///< thresholds that the limits allow, for C4.5's penalty
};

FeatureQuestions questions_of(const TrainingSet& set, const GrowOptions& options, const Measure& measure, FeatureId feature,
                              const Rows& rows);

/// Whether rows go down several branches: `fractional`, and the table has missing values.
bool splits_rows(const TrainingSet& set, const GrowOptions& options);
/// The effective limit of that many rows: shares are rounded, so a thousandth less reaches it.
Real limit_of(const TrainingSet& set, const GrowOptions& options, Real rows);
/// The units of a whole row.
std::int64_t parts_of_row(const TrainingSet& set);

inline constexpr Real tolerance = 1e-12L;
/// The lower bound of the scores that tie with the best.
inline Real tie_line(Real best, Real unit) { return best - tolerance * std::max(best < 0 ? -best : best, unit); }

}  // namespace treewright::reference
