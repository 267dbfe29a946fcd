// Permutation importance on rows that the model has not seen: of each fold by a model of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/evaluation/figure.h"
#include "treewright/resampling/plan.h"
#include "treewright/training/learner.h"

namespace treewright {

struct HeldOutImportance {
    std::vector<Figure> features;  ///< of each feature of the set, the mean over the folds, with Nadeau and Bengio's interval
    std::size_t folds = 0;
    std::size_t shuffles = 0;  ///< of each column in each fold
};

/// As many folds as the rows and groups allow, at most `most_folds`. A figure is how much worse the predictions of a fold get when the
/// column is shuffled in it (permutation_importance.h).
[[nodiscard]] HeldOutImportance held_out_importance(const Learner& learner, std::size_t most_folds, std::size_t shuffles, std::uint64_t seed,
                                                    const Run& run);

}  // namespace treewright
