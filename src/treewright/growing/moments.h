// Means and variances of a regression tree, from exact sums: every row is added once, to its leaf, and children merge into parents.
#pragma once

#include <vector>

#include "treewright/growing/node_searcher.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The rows of a leaf, as a range of the sorted lists.
struct LeafRows {
    std::uint32_t node = 0;
    RowRange range;
};

/// Sets mean and impurity (the variance) of every node of a tree in preorder. An empty leaf gets its parent's mean.
void assign_moments(Tree& tree, const TrainingSet& set, const NodeSearcher& searcher, const std::vector<LeafRows>& leaves);

}  // namespace treewright
