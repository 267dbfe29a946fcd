// Pruning with subtree raising: from the bottom, a node becomes a leaf, or its heaviest branch takes its place and the rows of the others
// are sent down that branch; each if the estimated loss does not grow by more than a margin.
//
// This is C4.5's procedure, and reduced error follows the same steps: a node first has its children pruned; then its loss as a
// leaf, that of its heaviest branch with all its rows, and that of the subtree are compared. A branch that was raised is pruned
// once more, with all of its new rows. Recursion uses an explicit stack: a chain of 100,000 nodes is a tree like any other.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The training rows of the tree and, for reduced error, the validation set.
struct RaisingRows {
    const TrainingSet& training;
    RowSelection rows;                                    ///< of `training`
    const TrainingSet* validation = nullptr;              ///< by the same schema; null: there is none
    std::span<const std::uint32_t> validation_rows = {};  ///< of `validation`
};

struct RaisingTask {
    RaisingRows rows;
    const GrowOptions& options;  ///< those that the tree was grown with
    const ClassTerms& terms;
    Progress& progress;
};

/// C4.5: by the upper error bound at `confidence`. For classes.
Tree prune_pessimistically_with_raising(const Tree& tree, const RaisingTask& task, double confidence);

/// By the loss on the validation set; repeated until a pass changes nothing.
Tree prune_by_reduced_error_with_raising(const Tree& tree, const RaisingTask& task);

}  // namespace treewright
