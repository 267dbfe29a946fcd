#include "treewright/growing/preorder_writer.h"
#include "treewright/base/positions.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

/// Nodes by number with the numbers of their children; the weight of a node is `first` + its number.
Tree tree_of(const std::vector<std::vector<std::uint32_t>>& children, double first) {
    Tree tree;
    tree.classes = 1;
    for (const auto& own : children) {
        Node node;
        node.weight = first + static_cast<double>(tree.nodes.size());
        node.first_child = size32(tree.children);
        node.child_count = size32(own);
        if (!own.empty()) node.kind = SplitKind::multiway;
        tree.children.insert(tree.children.end(), own.begin(), own.end());
        tree.class_weights.cells.push_back(node.weight);
        tree.nodes.push_back(node);
    }
    return tree;
}

/// Each node as weight(its children).
std::string shown(const Tree& tree, NodeId node = 0) {
    std::string text = std::to_string(static_cast<int>(tree.nodes[node].weight));
    EXPECT_EQ(tree.class_weights_of(node)[0], tree.nodes[node].weight);
    const auto children = tree.children_of(node);
    for (std::size_t i = 0; i < children.size(); ++i) text += (i == 0 ? "(" : " ") + shown(tree, children[i]);
    return children.empty() ? text : text + ")";
}

std::vector<int> weights_in_order(const Tree& tree) {
    std::vector<int> weights;
    for (const Node& node : tree.nodes) weights.push_back(static_cast<int>(node.weight));
    return weights;
}

TEST(PreorderWriter, numbers_a_tree_that_grew_breadth_first) {
    const Tree top = tree_of({{1, 2}, {3, 4}, {5, 6}, {}, {}, {}, {}}, 0);
    PreorderWriter writer(top, 10);
    std::vector<std::uint32_t> numbers;
    const Tree tree = writer.finish(numbers);
    EXPECT_EQ(shown(tree), "0(1(3 4) 2(5 6))");
    EXPECT_EQ(weights_in_order(tree), (std::vector<int>{0, 1, 3, 4, 2, 5, 6}));
    EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 1, 4, 2, 3, 5, 6}));
}

TEST(PreorderWriter, puts_subtrees_in_the_places_of_leaves) {
    const Tree top = tree_of({{1, 2, 3}, {}, {4, 5}, {}, {}, {}}, 0);
    PreorderWriter writer(top, 10);
    EXPECT_EQ(writer.places(), (std::vector<std::uint32_t>{0, 1, 2, 5, 3, 4}));
    const Tree first = tree_of({{2, 1}, {}, {}}, 10);
    const Tree second = tree_of({{}}, 20);
    EXPECT_EQ(writer.add_subtree(1, first, 3), (std::vector<std::uint32_t>{1, 3, 2}));
    EXPECT_EQ(writer.add_subtree(5, second, 1), (std::vector<std::uint32_t>{6}));
    std::vector<std::uint32_t> numbers;
    const Tree tree = writer.finish(numbers);
    EXPECT_EQ(shown(tree), "0(10(12 11) 2(4 20) 3)");
    EXPECT_EQ(weights_in_order(tree), (std::vector<int>{0, 10, 12, 11, 2, 4, 20, 3}));
    EXPECT_EQ(numbers[2], 4U);
    EXPECT_EQ(numbers[3], 7U);
}

TEST(PreorderWriter, a_subtree_may_be_the_whole_tree) {
    const Tree top = tree_of({{}}, 0);
    PreorderWriter writer(top, 10);
    (void)writer.add_subtree(0, tree_of({{1, 2}, {}, {}}, 10), 10);
    std::vector<std::uint32_t> numbers;
    EXPECT_EQ(shown(writer.finish(numbers)), "10(11 12)");
}

}  // namespace
}  // namespace treewright
