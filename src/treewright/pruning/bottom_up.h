// Bottom-up pruning: one pass from the leaves to the root in which nodes become leaves, shared by reduced error, pessimistic pruning,
// description length and the χ² test.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Marks for cut_back.
using CutMarks = std::vector<std::uint8_t>;

/// Cost per node.
struct NodeCosts {
    std::span<const double> as_leaf;
    std::span<const double> of_question;  ///< of the question itself, besides what the children cost; empty: nothing
};

/// A node becomes a leaf where that costs at most `margin` more than what is left below it, and where `cut_before` marks it (empty:
/// nowhere).
CutMarks cut_where_leaves_cost_less(const Tree& tree, const NodeCosts& costs, double margin, const CutMarks& cut_before = {});

/// A node whose children are all leaves, by then, becomes one unless it `stays`.
template <class Stays>
CutMarks cut_unless(const Tree& tree, const Stays& stays) {
    CutMarks marks(tree.nodes.size(), 0);
    const auto is_leaf = [&](NodeId node) { return marks[node] != 0 || tree.nodes[node].is_leaf(); };
    for (NodeId node = size32(tree.nodes); node-- > 0;) {
        if (tree.nodes[node].is_leaf()) continue;
        bool all_leaves = true;
        for (const NodeId child : tree.children_of(node)) all_leaves = all_leaves && is_leaf(child);
        marks[node] = all_leaves && !stays(node) ? 1 : 0;
    }
    return marks;
}

}  // namespace treewright
