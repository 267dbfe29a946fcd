// Exact leave-one-out: for every row the prediction of the tree that grew without it, as n trainings would give it, at the cost of a few
// (docs/leave-one-out.md explains the idea with a picture).
//
// Leaving a row out changes only the nodes on its own path. All left-out rows whose trees have the same split at a node share
// one partition of the node's rows and descend together, each to its own child; what a left-out row changes in a node's counts
// is subtracted from the node's totals (left_out_search.h). If a tree has moved a threshold past its left-out row, the row
// descends to a child that does not contain it: nothing is subtracted from there on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

struct LeftOutPredictions {
    std::vector<ClassId> labels;        ///< classes: of each row
    std::vector<double> class_weights;  ///< classes, rows × classes: of the node that decides the prediction
    std::vector<double> values;         ///< numbers
    std::vector<double> weights;        ///< of the same node
    std::vector<char> same_root;        ///< whether the root has the same split as with all rows
    std::vector<char> same_path;        ///< whether every split on the row's path is the same as with all rows
};

/// Whether trees with these options can share their work. Not if a row affects nodes that do not contain it: with a limit of
/// leaves, fractional rows, surrogates, or description length as the stopping rule of regression, which uses the variance of
/// all rows; nor if the criterion has no bound (Criterion::movement). Class terms are held fixed.
bool shares_left_out(const TrainingSet& set, const GrowOptions& options, const Progress& progress);

/// Prunes a tree; must be thread-safe.
using TreePruner = std::function<Tree(const Tree&)>;

struct LeftOutTask {
    const TrainingSet& set;
    const GrowOptions& options;
    const ClassTerms& terms;
    const Tree& whole;      ///< the tree of all rows, pruned if `prune` is given
    TreePruner prune = {};  ///< none: trees are not pruned
};

/// Only if `shares_left_out`; at least two rows. With `prune` the cost per row is linear in the nodes of its tree.
LeftOutPredictions predict_left_out(const LeftOutTask& task, const Run& run);

}  // namespace treewright
