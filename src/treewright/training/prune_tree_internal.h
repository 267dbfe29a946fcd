// A grown tree pruned by one method: the one place that knows what each method does. The learner, the pruning of a saved model and the
// comparison of all methods say which rows there are.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"
#include "treewright/pruning/bottom_up.h"
#include "treewright/pruning/chi_squared_cuts.h"
#include "treewright/training/fold_models.h"
#include "treewright/training/prune_options.h"

namespace treewright {

/// For methods that need some. They outlive the pruning.
struct PruningRows {
    const TrainingSet* training = nullptr;     ///< raising
    RowSelection rows = RowSelection::all(0);  ///< of `training`: those that the tree grew from
    const TrainingSet* validation = nullptr;   ///< reduced error; by the same schema
    std::span<const RowId> validation_rows = {};
};

struct PruningTask {
    const PruneOptions& options;
    const GrowOptions& grow;  ///< those that the tree was grown with
    ChiSquaredRule test;
    const ClassTerms& terms;
    std::size_t features = 0;  ///< of the table
    PruningRows rows = {};
    std::function<FoldReport(const WeakestLinks&)> ask_folds = {};  ///< cost-complexity by folds
};

struct TreeByMethod {
    Tree tree;
    std::optional<CutMarks> marks;  ///< the nodes that became leaves; empty if branches were raised or leaves merged
    std::optional<FoldReport> folds;
    double validation_weight = 0.0;  ///< reduced error: of the validation rows
};

/// `rules` leaves the tree as it is. The rows that the options need must be there.
TreeByMethod prune_tree(const Tree& tree, const PruningTask& task, Progress& progress);

}  // namespace treewright
