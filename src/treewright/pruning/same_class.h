// Merges sibling leaves that predict the same class: the split is redundant if only the class matters, not the probabilities.
#pragma once

#include "treewright/data/ids.h"
#include "treewright/pruning/bottom_up.h"

namespace treewright {

inline CutMarks same_class_cuts(const Tree& tree) {
    // A node's own label need not be its children's: with costs or ties another may be best for all rows together.
    return cut_unless(tree, [&](NodeId node) {
        if (tree.classes == 0) return true;
        for (const NodeId child : tree.children_of(node))
            if (tree.nodes[child].label != tree.nodes[node].label) return true;
        return false;
    });
}

}  // namespace treewright
