// Confidence intervals of metrics that are smooth functions of the weights of cells, such as F1, log loss or R²: everything that is neither a
// proportion nor an AUC.
//
// A cell is a set of rows that count the same in all figures. The influence (influence function) of a cell is the rate at which
// a figure rises with the weight of the cell; its spread over the rows is the figure's standard error. Few rows are
// bootstrapped (BCa, Efron 1987): a draw gives every cell a Poisson number of rows. With many the two agree and the normal
// interval costs nothing (docs/decisions/0019).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "treewright/evaluation/figure.h"

namespace treewright {

using TakeInfluence = std::function<void(std::size_t figure, double influence)>;

struct SmoothFigures {
    std::vector<double>
        cells;  ///< the number of rows of each, not of whole rows only; in an order that that of the rows does not change
    /// The figures, for any weights of the cells.
    std::function<void(std::span<const double> cells, std::span<double> figures)> evaluate;
    /// Those of a cell on figures, at the weights above; figures that are not taken have none. The mean over the rows is 0.
    std::function<void(std::size_t cell, const TakeInfluence& take)> influences;
    std::vector<Interval> ranges;  ///< what each figure can be at all; their number is that of the figures
};

inline constexpr double most_rows_to_draw = 5000.0;
inline constexpr double least_rows_to_draw = 5.0;  ///< with fewer, most draws hold one row or two
inline constexpr std::size_t draws = 2000;

/// The figures at the weights of the cells, with intervals.
[[nodiscard]] std::vector<Figure> figures_of(const SmoothFigures& figures, const IntervalPlan& plan);

/// The two methods by themselves, for tests: `figures_of` chooses by the number of rows.
[[nodiscard]] std::vector<Figure> bootstrap_figures(const SmoothFigures& figures, const IntervalPlan& plan);
[[nodiscard]] std::vector<Figure> normal_figures(const SmoothFigures& figures, const IntervalPlan& plan);

/// value ± z·error within the range; without an interval if the error is 0 or unknown.
[[nodiscard]] Figure normal_figure(double value, double error, const Interval& range, const IntervalPlan& plan);

}  // namespace treewright
