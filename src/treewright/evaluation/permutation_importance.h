// Permutation importance: how much worse a model gets when a column is shuffled.
#pragma once

#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"
#include "treewright/evaluation/scored_rows.h"

namespace treewright {

struct ShufflePlan {
    std::size_t repeats = 10;
    IntervalPlan intervals;  ///< its seed decides how columns are shuffled, whatever the order of the rows
};

/// For each feature of the set the rise of the error rate, or of the root mean squared error, averaged over the repeats. The
/// confidence interval is about the rows: how the figure would vary from table to table. Features that the model does not use
/// have exactly 0 and no interval. The set was read by the model's schema; its columns are shuffled in place and put back.
[[nodiscard]] std::vector<Figure> permutation_importance(const AnyPredictor& predictor, TrainingSet& set,
                                                         const ShufflePlan& plan, const Run& run);

}  // namespace treewright
