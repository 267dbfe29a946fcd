// A tree without what stands below some of its nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/tree/tree.h"

namespace treewright {

/// Behind the last node of the subtree of each node, in preorder.
std::vector<std::uint32_t> subtree_ends(const Tree& tree);

/// The tree in which the marked nodes (one mark a node, 0 or 1) are leaves. Marks below a marked node change nothing.
Tree cut_back(const Tree& tree, std::span<const std::uint8_t> becomes_leaf);

}  // namespace treewright
