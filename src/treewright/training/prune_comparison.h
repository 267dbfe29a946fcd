// What each pruning method would do to the same tree, and its cross-validated error.
#pragma once

#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/training/fold_models.h"
#include "treewright/training/train_options.h"
#include "treewright/tree/model.h"

namespace treewright {

struct PruningResult {
    std::string method;                ///< "cost-complexity, 1 SE"
    std::vector<NamedOption> options;  ///< the options that select it in training: prune cost-complexity, se 1
    std::size_t leaves = 0;
    std::size_t depth = 0;
    double training_loss = 0.0;  ///< mean over the rows: share of errors, cost, squared error
    double loss = 0.0;           ///< the cross-validated loss
    double standard_error = 0.0;
    bool chosen_by_folds = false;  ///< the folds that validate it have also chosen its size: slightly optimistic
};

struct PruningComparison {
    Task task = Task::classification;
    std::size_t rows = 0;  ///< of the table, whatever their weights
    std::vector<PruningResult> results;
    std::size_t best = 0;         ///< least loss
    std::size_t recommended = 0;  ///< the fewest leaves among those within one standard error of the best
    bool rules_left_out = false;  ///< the tree has too many leaves to simplify its rules in every fold
    FoldReport sequence;          ///< of cost-complexity; what is chosen in it is the member within one standard error
};

/// Grows one tree from all rows and one per fold; reduced error, which needs validation rows of its own, grows its own trees.
PruningComparison compare_prunings(const TrainingSet& set, const GrowOptions& grow, const ClassTerms& terms,
                                   const PruneOptions& options, const Run& run);
/// The same by the options of training, which are checked against the set first.
PruningComparison compare_prunings(const TrainingSet& set, TrainOptions options, const Run& run);

}  // namespace treewright
