// Pruning a tree: turns nodes into leaves, or replaces them by one of their descendants.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// One past the last node of each node's subtree, in preorder.
std::vector<NodeId> subtree_ends(const Tree& tree);

/// A change of a tree: which nodes become leaves, and which are replaced by a descendant (subtree raising).
struct Reshaping {
    std::span<const std::uint8_t> becomes_leaf;  ///< one mark per node, 0 or 1
    std::span<const std::uint32_t> replaced_by;  ///< per node: itself, or the descendant whose subtree replaces it
};
/// The nodes of the reshaped tree by their old numbers, in its preorder.
std::vector<NodeId> remaining_nodes(const Tree& tree, const Reshaping& reshaping);
/// The node statistics (weights, labels, gains) stay unchanged.
Tree reshaped(const Tree& tree, const Reshaping& reshaping);

/// The tree in which the marked nodes (one mark per node, 0 or 1) are leaves. Marks below a marked node have no effect.
Tree cut_back(const Tree& tree, std::span<const std::uint8_t> becomes_leaf);

}  // namespace treewright
