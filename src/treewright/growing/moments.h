// Means and variances of a regression tree, from exact sums: every row is added once, to its leaf, and children merge into parents.
#pragma once

#include <vector>

#include "treewright/base/progress.h"
#include "treewright/growing/node_searcher.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The rows of a leaf, as a range of the searcher's rows.
struct LeafRows {
    std::uint32_t node = 0;
    RowRange range;
};

/// Sets mean and impurity (the variance) of every node of a tree in preorder; `leaves` in its order. An empty leaf gets its parent's
/// mean.
void assign_moments(Tree& tree, const TrainingSet& set, const NodeSearcher& searcher, const std::vector<LeafRows>& leaves,
                    const Progress& progress);

}  // namespace treewright
