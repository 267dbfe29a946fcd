// Metrics of predicted numbers on labelled rows.
#pragma once

#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"
#include "treewright/evaluation/scored_rows.h"

namespace treewright {

struct NumberFigures {
    double rows = 0.0;      ///< weight of all
    double mean = 0.0;      ///< of the targets
    double variance = 0.0;  ///< of the targets, around their mean
    Figure rmse;            ///< root mean squared error
    Figure mae;             ///< mean absolute error
    Figure r_squared;       ///< 1 − squared errors over those of the rows' own mean; not defined if all targets are equal
};

[[nodiscard]] NumberFigures figures_of(const ScoredRows& rows, const IntervalPlan& plan);

/// The metrics of one number for all rows, the baseline; `figures` are any of these rows. Without intervals.
[[nodiscard]] NumberFigures constant_figures(const ScoredRows& rows, double constant, const NumberFigures& figures);

/// The two methods by themselves, for tests: bootstrap for few rows, sums for many.
[[nodiscard]] NumberFigures drawn_number_figures(const ScoredRows& rows, const IntervalPlan& plan);
[[nodiscard]] NumberFigures summed_number_figures(const ScoredRows& rows, const IntervalPlan& plan);

}  // namespace treewright
