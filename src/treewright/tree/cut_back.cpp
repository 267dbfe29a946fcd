#include "treewright/tree/cut_back.h"

#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"

namespace treewright {

namespace {

/// A copy of the node without its split.
Node as_leaf(const Node& node) {
    Node leaf;
    leaf.label = node.label;
    leaf.weight = node.weight;
    leaf.mean = node.mean;
    leaf.impurity = node.impurity;
    leaf.test = node.test;
    return leaf;
}

}  // namespace

std::vector<NodeId> subtree_ends(const Tree& tree) {
    std::vector<std::uint32_t> ends(tree.nodes.size());
    for (NodeId node = size32(tree.nodes); node-- > 0;) {
        const auto children = tree.children_of(node);
        ends[node] = children.empty() ? node + 1 : ends[children.back()];
    }
    return ends;
}

std::vector<NodeId> remaining_nodes(const Tree& tree, const Reshaping& reshaping) {
    std::vector<std::uint32_t> left;
    std::vector<NodeId> waiting = {reshaping.replaced_by[0]};
    while (!waiting.empty()) {
        const NodeId node = waiting.back();
        waiting.pop_back();
        left.push_back(node);
        if (reshaping.becomes_leaf[node] != 0) continue;
        const auto children = tree.children_of(node);
        for (std::size_t i = children.size(); i-- > 0;) waiting.push_back(reshaping.replaced_by[children[i]]);
    }
    return left;
}

Tree reshaped(const Tree& tree, const Reshaping& reshaping) {
    check_invariant(reshaping.becomes_leaf.size() == tree.nodes.size(), "one mark per node");
    const std::vector<std::uint32_t> left = remaining_nodes(tree, reshaping);
    std::vector<std::uint32_t> number(tree.nodes.size(), 0);
    for (NodeId i = 0; i < left.size(); ++i) number[left[i]] = i;
    Tree cut;
    cut.classes = tree.classes;
    cut.missing = tree.missing;
    cut.losses = tree.losses;
    cut.nodes.reserve(left.size());
    if (cut.class_weights.is_dense(tree.classes)) cut.class_weights.cells.reserve(left.size() * tree.classes);
    for (const std::uint32_t old : left) {
        cut.class_weights.copy_row(tree.class_weights, old, tree.classes);
        if (reshaping.becomes_leaf[old] != 0 || tree.nodes[old].is_leaf()) {
            cut.nodes.push_back(as_leaf(tree.nodes[old]));
            continue;
        }
        Node node = tree.nodes[old];
        node.first_child = size32(cut.children);
        for (const NodeId child : tree.children_of(old)) cut.children.push_back(number[reshaping.replaced_by[child]]);
        const auto levels = std::span(tree.levels).subspan(node.first_level, node.left_levels + node.right_levels);
        node.first_level = levels.empty() ? 0 : size32(cut.levels);
        cut.levels.insert(cut.levels.end(), levels.begin(), levels.end());
        copy_surrogates(tree, old, cut, node);
        cut.nodes.push_back(node);
    }
    return cut;
}

Tree cut_back(const Tree& tree, std::span<const std::uint8_t> becomes_leaf) {
    std::vector<std::uint32_t> itself(tree.nodes.size());
    std::iota(itself.begin(), itself.end(), 0U);
    return reshaped(tree, {becomes_leaf, itself});
}

}  // namespace treewright
