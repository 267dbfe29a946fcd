#include "treewright/tree/tree.h"

#include <gtest/gtest.h>

#include "tree/sample_models.h"

namespace treewright {
namespace {

TEST(Tree, parents_depths_and_leaves) {
    const Tree tree = sample::golf().tree;
    EXPECT_EQ(parents_of(tree), (std::vector<std::uint32_t>{no_parent, 0, 0, 2, 2, 0, 5, 5}));
    EXPECT_EQ(depths_of(tree), (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 1, 2, 2}));
    EXPECT_EQ(leaf_count(tree), 5U);
}

TEST(Tree, heaviest_child_is_the_first_of_equal_ones) {
    Tree tree = sample::golf().tree;
    EXPECT_EQ(heaviest_child(tree, 0), 1U);  // 4, 5 and 5 rows
    EXPECT_EQ(heaviest_child(tree, 2), 0U);
    EXPECT_EQ(heaviest_child(tree, 5), 1U);
    tree.nodes[5].weight = 6;
    EXPECT_EQ(heaviest_child(tree, 0), 2U);
}

TEST(Tree, a_chain_is_a_tree_like_any_other) {
    const Tree tree = sample::chain(100'000).tree;
    EXPECT_EQ(depths_of(tree).back(), 100'000U);
    EXPECT_EQ(leaf_count(tree), 100'001U);
}

}  // namespace
}  // namespace treewright
