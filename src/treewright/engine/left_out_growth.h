// Exact leave-one-out: for every row the prediction of the tree that grew without it, as n trainings would give it, at the cost of a few
// (docs/leave-one-out.md explains the idea with a picture).
//
// Leaving a row out changes only the nodes on its own path. All left-out rows whose trees ask the same question at a node share one
// partition of the node's rows and descend together, each to its own child; what a left-out row changes in a node's counts is subtracted
// from the node's totals (left_out_search.h). Where a tree has moved a threshold past its left-out row, the row descends to a child that
// never held it: nothing is subtracted from there on.
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
    std::vector<char> same_root;        ///< whether the root asks the same as with all rows
    std::vector<char> same_path;        ///< whether every question on the row's path is the same as with all rows
};

/// Whether trees of these options can share their work. Not where a row changes nodes that do not hold it: with a limit of leaves,
/// parts of rows, surrogates, or description length as a stop for numbers, which knows the variance of all; nor where the criterion has no
/// bound (Criterion::movement). Class terms are held fixed.
bool shares_left_out(const TrainingSet& set, const GrowOptions& options, const Progress& progress);

/// What is left of a tree when it is pruned; may be called on several threads at a time.
using TreePruner = std::function<Tree(const Tree&)>;

struct LeftOutTask {
    const TrainingSet& set;
    const GrowOptions& options;
    const ClassTerms& terms;
    const Tree& whole;      ///< the tree of all rows, pruned if `prune` is given
    TreePruner prune = {};  ///< none: trees are not pruned
};

/// Only where `shares_left_out`; at least two rows. With `prune` every row costs as much as its tree has nodes.
LeftOutPredictions predict_left_out(const LeftOutTask& task, const Run& run);

}  // namespace treewright
