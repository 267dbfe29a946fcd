// Reduced-error pruning: bottom-up, a subtree becomes a leaf unless it is better on the validation set.
#pragma once

#include "treewright/pruning/bottom_up.h"
#include "treewright/pruning/held_out.h"

namespace treewright {

/// A node becomes a leaf where that does not increase the loss on the held-out rows.
inline CutMarks reduced_error_cuts(const Tree& tree, const HeldOutSums& held_out) {
    return cut_where_leaves_cost_less(tree, {held_out.loss, {}}, 0.0);
}

}  // namespace treewright
