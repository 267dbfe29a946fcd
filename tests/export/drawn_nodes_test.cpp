#include "treewright/export/drawing/drawn_nodes.h"

#include <gtest/gtest.h>

#include "export/random_tree.h"
#include "export/textbook.h"

namespace treewright {
namespace {

/// "split 0, leaf 1 of 0, stub of 2 of 0"
std::string told(const std::vector<DrawnNode>& nodes) {
    constexpr std::array<const char*, 4> words = {"split", "leaf", "cut", "stub"};
    std::string text;
    for (const DrawnNode& node : nodes)
        text += std::string(text.empty() ? "" : ", ") + words[static_cast<std::size_t>(node.as)] + " " + std::to_string(node.node) +
                (node.as == DrawnAs::stub ? "×" + std::to_string(node.branches) : "");
    return text;
}

TEST(DrawnNodes, all_by_default) {
    const Model golf = textbook::grown(textbook::golf(), Preset::id3).model;
    EXPECT_EQ(told(drawn_nodes(golf.tree, {})), "split 0, leaf 1, split 2, leaf 3, leaf 4, split 5, leaf 6, leaf 7");
}

TEST(DrawnNodes, splits_at_the_depth_are_cut) {
    const Model golf = textbook::grown(textbook::golf(), Preset::id3).model;
    EXPECT_EQ(told(drawn_nodes(golf.tree, {1, 0.0})), "split 0, leaf 1, cut 2, cut 5");
    EXPECT_EQ(told(drawn_nodes(golf.tree, {0, 0.0})), "cut 0");
    EXPECT_EQ(drawn_nodes(golf.tree, {0, 0.0})[0].leaves, 5U);
}

TEST(DrawnNodes, branches_with_few_rows_are_folded_where_they_are) {
    const Model golf = textbook::grown(textbook::golf(), Preset::id3).model;
    const auto nodes = drawn_nodes(golf.tree, {9, 3.0});
    EXPECT_EQ(told(nodes), "split 0, leaf 1, split 2, leaf 3, stub 4×1, split 5, stub 6×1, leaf 7");
    EXPECT_EQ(nodes[4].weight, 2.0);
}

TEST(DrawnNodes, a_split_whose_branches_all_have_few_rows_is_cut) {
    const Model golf = textbook::grown(textbook::golf(), Preset::id3).model;
    EXPECT_EQ(told(drawn_nodes(golf.tree, {9, 5.0})), "split 0, stub 1×1, cut 2, cut 5");
}

TEST(DrawnNodes, what_is_left_out_is_counted) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Model model = drawn::RandomTree(seed, 1 + seed % 60).model();
        const TreeExcerpt excerpt{seed % 7, static_cast<double>(seed % 150)};
        std::size_t leaves = 0;
        for (const DrawnNode& node : drawn_nodes(model.tree, excerpt))
            if (node.as != DrawnAs::split) leaves += node.leaves;
        ASSERT_EQ(leaves, leaf_count(model.tree)) << "seed " << seed;
    }
}

TEST(DrawnNodes, a_chain_of_100000_nodes_is_selected) {
    EXPECT_EQ(drawn_nodes(textbook::chain(100'000).tree, {}).size(), 200'001U);
}

}  // namespace
}  // namespace treewright
