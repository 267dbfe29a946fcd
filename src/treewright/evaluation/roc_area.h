// The area under the ROC curve of a class against all others, with what DeLong, DeLong and Clarke-Pearson (Biometrics 44, 1988) make of it.
#pragma once

#include <vector>

#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"

namespace treewright {

/// How often a row of the class has a higher probability of it than a row of another class; equal ones count half.
struct RocArea {
    double area = 0.0;  ///< NaN unless there are rows on both sides
    double inside = 0.0;
    double outside = 0.0;  ///< weight of the rows of the class, and of the others
    /// For each prediction: the share of the others' rows that its rows of the class are ranked above, and the share of the class's rows
    /// that its others are ranked below.
    std::vector<double> above_others;
    std::vector<double> below_class;
};
[[nodiscard]] RocArea roc_area(const OutcomeTable& table, std::size_t class_position);

/// Of every class, with DeLong's interval. None if a side has one row only, or if the classes are kept apart without fail.
[[nodiscard]] std::vector<Figure> area_figures(const OutcomeTable& table, const IntervalPlan& plan);

/// The mean over the classes that have an area; DeLong's covariances are in it by the influence of each cell on the mean.
[[nodiscard]] Figure mean_area_figure(const OutcomeTable& table, const IntervalPlan& plan);

}  // namespace treewright
