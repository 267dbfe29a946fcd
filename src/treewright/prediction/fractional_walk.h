// Traversal of a `fractional` tree: a row that lacks a tested value goes to all children, to each with the child's share of the
// node's weight.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/prediction/row_walk.h"
#include "treewright/prediction/rows.h"
#include "treewright/tree/model.h"
#include "treewright/tree/routing.h"

namespace treewright {

/// How much of a row ends in a leaf.
struct LeafShare {
    NodeId leaf = 0;
    double share = 0.0;
    bool operator==(const LeafShare&) const = default;
};

/// The leaves that a row ends in, in preorder; their shares add up to 1, up to rounding. One leaf of share 1 if no tested value
/// is missing.
template <class Row>
std::vector<LeafShare> leaf_shares_of(const Tree& tree, const Row& row) {
    std::vector<LeafShare> leaves;
    std::vector<LeafShare> waiting = {{0, 1.0}};
    while (!waiting.empty()) {
        const auto [node, share] = waiting.back();
        waiting.pop_back();
        if (tree.nodes[node].is_leaf()) {
            leaves.push_back({node, share});
            continue;
        }
        const auto children = tree.children_of(node);
        if (!tree.fractional() || !lacks_answer(tree, node, row)) {
            waiting.push_back({children[child_for_row(tree, node, row)], share});
            continue;
        }
        for (std::size_t i = children.size(); i-- > 0;) {
            const double weight = tree.nodes[children[i]].weight;
            if (weight > 0.0) waiting.push_back({children[i], share * (weight / tree.nodes[node].weight)});
        }
    }
    return leaves;
}

std::vector<LeafShare> leaf_shares(const Tree& tree, const std::vector<Column>& features, std::size_t row);
std::vector<LeafShare> leaf_shares(const Model& model, const Rows& rows, std::size_t row);

/// Shares are equal up to this factor: training summed the weights that they are made of from shares of rows.
inline constexpr double share_tolerance = 1.0 + 1e-6;
/// The leaf with the largest share of the row; ties (to a millionth): the first.
NodeId main_leaf(const std::vector<LeafShare>& leaves);

}  // namespace treewright
