// Reduced-error pruning: rows that the tree has not seen say, from the bottom up, whether a subtree is better than its root as a leaf.
#pragma once

#include "treewright/pruning/bottom_up.h"
#include "treewright/pruning/held_out.h"

namespace treewright {

/// A node becomes a leaf where that loses no more on the rows that were held out.
inline CutMarks reduced_error_cuts(const Tree& tree, const HeldOutSums& held_out) {
    return cut_where_leaves_cost_less(tree, {held_out.loss, {}}, 0.0);
}

}  // namespace treewright
