// For every row the prediction of the tree that grew without it: what n trees would say, at the price of a few.
//
// Taking a row out changes only the nodes on its own path. Rows whose trees ask the same question at a node go on together, each down
// its own side, with the rows of the node as they are; what a row would change is known from the row (left_out_search.h). A row whose tree
// has moved a threshold past it is a *guest* where it ends: the node does not hold it, and its tree is that of all rows of the node.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

struct LeftOutPredictions {
    std::vector<std::int32_t> labels;   ///< classes: of each row
    std::vector<double> class_weights;  ///< classes, rows × classes: of the node that the prediction stands on
    std::vector<double> values;         ///< numbers
    std::vector<double> weights;        ///< of the same node
    std::vector<char> same_root;        ///< whether the root asks the same as with all rows
    std::vector<char> same_path;        ///< whether every question on the row's way is the same as with all rows
};

/// Whether trees of these options can share their work. Not where a row changes nodes that it does not stand in: with a limit of leaves,
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
