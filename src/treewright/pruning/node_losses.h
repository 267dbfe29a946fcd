// Training loss by node (resubstitution error): the quantity that most pruning methods weigh against the size of the tree.
#pragma once

#include <span>
#include <vector>

#include "treewright/growing/options.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// The loss of each node as a leaf. Classes: the weight of the other classes, with factors and costs where
/// there are any. Numbers: the sum of squares around the mean.
std::vector<double> losses_as_leaves(const Tree& tree, const ClassTerms& terms);

/// The sum of a number over the leaves of the subtree of each node.
std::vector<double> sums_over_leaves(const Tree& tree, std::span<const double> of_node);

}  // namespace treewright
