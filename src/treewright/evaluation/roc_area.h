// The area under the ROC curve of a class against all others, with the confidence interval of DeLong, DeLong and Clarke-Pearson
// (Biometrics 44, 1988).
#pragma once

#include <vector>

#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"

namespace treewright {

/// For every class: how often a row of it has a higher probability of it than a row of another class; equal ones count half. Not defined
/// unless there are rows on both sides. With DeLong's interval; none if a side has one row only, or if the classes are separated perfectly.
[[nodiscard]] std::vector<Figure> area_figures(const OutcomeTable& table, const IntervalPlan& plan);

/// The mean over the classes that have an area; DeLong's covariances are in it by the influence of each cell on the mean.
[[nodiscard]] Figure mean_area_figure(const OutcomeTable& table, const IntervalPlan& plan);

}  // namespace treewright
