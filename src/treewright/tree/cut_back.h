// A tree without what stands below some of its nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Behind the last node of the subtree of each node, in preorder.
std::vector<NodeId> subtree_ends(const Tree& tree);

/// How a tree is to look: which nodes are leaves, and which nodes other ones take the place of.
struct Reshaping {
    std::span<const std::uint8_t> becomes_leaf;  ///< one mark a node, 0 or 1
    std::span<const std::uint32_t>
        stands_instead;  ///< by node: itself, or one below it that takes its place with all that is below
};
/// The nodes of the reshaped tree by their old numbers, in its preorder.
std::vector<NodeId> nodes_left(const Tree& tree, const Reshaping& reshaping);
/// The figures of the nodes (weights, labels, gains) stay as they were.
Tree reshaped(const Tree& tree, const Reshaping& reshaping);

/// The tree in which the marked nodes (one mark a node, 0 or 1) are leaves. Marks below a marked node change nothing.
Tree cut_back(const Tree& tree, std::span<const std::uint8_t> becomes_leaf);

}  // namespace treewright
