#include "treewright/report/model_report.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

/// A chain: every split has a leaf and the next split. Children numbered in preorder.
Tree chain(std::size_t splits) {
    Tree tree;
    for (std::uint32_t i = 0; i < splits; ++i) {
        Node split;
        split.kind = SplitKind::threshold;
        split.feature = 0;
        split.first_child = 2 * i;
        split.child_count = 2;
        tree.nodes.push_back(split);
        tree.nodes.emplace_back();
        tree.children.push_back(2 * i + 1);
        tree.children.push_back(2 * i + 2);
    }
    tree.nodes.emplace_back();
    return tree;
}

TEST(DepthWithin, all_of_a_small_tree) { EXPECT_EQ(depth_within(chain(3), 100), 3U); }

TEST(DepthWithin, cuts_a_large_one) {
    EXPECT_EQ(depth_within(chain(50), 11), 5U);
    EXPECT_EQ(depth_within(chain(50), 12), 5U);
}

TEST(DepthWithin, at_least_the_first_branches) {
    EXPECT_EQ(depth_within(chain(50), 0), 1U);
    EXPECT_EQ(depth_within(chain(0), 0), 0U);
}

}  // namespace
}  // namespace treewright
