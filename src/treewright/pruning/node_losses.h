// What a tree loses on its training rows, node by node: the one quantity that most prunings weigh against the size of the tree.
#pragma once

#include <span>
#include <vector>

#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// What each node loses if it predicts for all of its rows. Classes: the weight of the other classes, with factors and costs where
/// there are any. Numbers: the sum of squares around the mean.
std::vector<double> losses_as_leaves(const Tree& tree, const ClassTerms& terms);

/// The sum of a number over the leaves of the subtree of each node.
std::vector<double> sums_over_leaves(const Tree& tree, std::span<const double> of_node);

}  // namespace treewright
