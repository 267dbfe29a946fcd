// Which nodes of a tree a drawing shows: those down to a depth and with enough rows. What it leaves out is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

enum class DrawnAs {
    split,
    leaf,
    cut,   ///< a split whose branches are not drawn
    stub,  ///< branches of a split that have too few rows, as one box
};

struct DrawnNode {
    DrawnAs as = DrawnAs::leaf;
    NodeId node = 0;           ///< of a stub: that of its first branch
    std::uint32_t parent = 0;  ///< position in the list; the first is its own parent
    BranchId branch = 0;       ///< which one of the parent leads here; of a stub the first
    std::size_t branches = 1;  ///< of a stub: how many it stands for
    std::size_t leaves = 1;    ///< of the tree, here and below
    double weight = 0.0;       ///< rows
};

struct TreeExcerpt {
    std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< splits at this depth are cut
    double min_rows = 0.0;                                        ///< branches with fewer rows are folded into a stub; if all are, the split is cut
};

/// In preorder; a stub of several branches is the last child of its parent, that of one stands where the branch does.
std::vector<DrawnNode> drawn_nodes(const Tree& tree, const TreeExcerpt& excerpt);

}  // namespace treewright
