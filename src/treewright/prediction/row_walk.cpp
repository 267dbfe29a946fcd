#include "treewright/prediction/row_walk.h"

#include <algorithm>

#include "treewright/prediction/fractional_walk.h"

namespace treewright {

namespace {

template <class Row>
NodeId leaf_of(const Tree& tree, const Row& row) {
    NodeId node = 0;
    while (!tree.nodes[node].is_leaf()) {
        if (tree.fractional() && lacks_answer(tree, node, row)) return main_leaf(leaf_shares_of(tree, row));
        node = tree.children_of(node)[child_for_row(tree, node, row)];
    }
    return node;
}

}  // namespace

NodeId next_node(const Tree& tree, NodeId node, const std::vector<Column>& features, std::size_t row) {
    return tree.children_of(node)[child_for_row(tree, node, ColumnRow{features, row})];
}

NodeId find_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    return leaf_of(tree, ColumnRow{features, row});
}

NodeId find_leaf(const Model& model, std::span<const float> cells) {
    return leaf_of(model.tree, CellRow<float>{model.schema, cells});
}

NodeId find_leaf(const Model& model, std::span<const double> cells) {
    return leaf_of(model.tree, CellRow<double>{model.schema, cells});
}

NodeId find_leaf(const Model& model, const Rows& rows, std::size_t row) {
    return with_row(model.schema, rows, row, [&](const auto& cells) { return leaf_of(model.tree, cells); });
}

std::vector<NodeId> path_to_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    const NodeId leaf = find_leaf(tree, features, row);
    std::vector<NodeId> path = {0};
    while (path.back() != leaf) {  // in preorder the leaf is below the last child that does not come after it
        const auto children = tree.children_of(path.back());
        path.push_back(*(std::upper_bound(children.begin(), children.end(), leaf) - 1));
    }
    return path;
}

}  // namespace treewright
