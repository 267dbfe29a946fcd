#include "treewright/pruning/pessimistic.h"

#include <gtest/gtest.h>

#include "pruning/small_tree.h"
#include "treewright/statistics/error_limit.h"
#include "treewright/tree/cut_back.h"

namespace treewright {
namespace {

using sample::leaf;

TEST(Pessimistic, the_congressional_votes_of_quinlan) {
    // Education spending: n 6, y 9 democrats, unknown one republican. Below it 6·0.206 + 9·0.143 + 1·0.750 = 3.273 errors are to be
    // expected, of a leaf 16·0.157 = 2.512.
    const Tree tree = sample::tree_of({{15, 1}, {leaf({6, 0}), leaf({9, 0}), leaf({0, 1})}});
    EXPECT_EQ(pessimistic_cuts(tree, {}, 0.25), (CutMarks{1, 0, 0, 0}));
}

TEST(Pessimistic, a_tree_worked_out_node_by_node) {
    // The same, two levels up (C4.5, section 4.2); democrats, republicans:
    //   0: physician fee freeze
    //     1: n: adoption of the budget resolution (167, 1)
    //       2: y: 151, 0    3: n: education spending (15, 1)    7: u: 1, 0
    //                         4: 6, 0   5: 9, 0   6: 0, 1
    //     8: y: 3, 120
    const Tree tree = sample::tree_of(
        {{170, 121},
         {{{167, 1}, {leaf({151, 0}), {{15, 1}, {leaf({6, 0}), leaf({9, 0}), leaf({0, 1})}}, leaf({1, 0})}}, leaf({3, 120})}});
    // The figures are the book's, of the exact binomial limit; the program's U is a little lower (2.507).
    constexpr double near = 6e-3;
    // Node 3: 6·U(0,6) + 9·U(0,9) + U(0,1) = 3.273 below, 16·U(1,16) = 2.512 as a leaf: a leaf.
    EXPECT_NEAR(pessimistic_errors(0, 6) + pessimistic_errors(0, 9) + pessimistic_errors(0, 1), 3.273, near);
    EXPECT_NEAR(pessimistic_errors(1, 16), 2.512, near);
    // Node 1: 151·U(0,151) + 2.512 + U(0,1) = 4.642 below, 168·U(1,168) = 2.610 as a leaf: a leaf, too.
    EXPECT_NEAR(pessimistic_errors(0, 151) + pessimistic_errors(1, 16) + pessimistic_errors(0, 1), 4.642, near);
    EXPECT_NEAR(pessimistic_errors(1, 168), 2.610, near);
    // The root: 2.610 + 123·U(3,123) below, which is 7.6, and more than 121 as a leaf: stays.
    EXPECT_LT(pessimistic_errors(1, 168) + pessimistic_errors(3, 123), 8.0);
    EXPECT_GT(pessimistic_errors(121, 291), 121.0);
    EXPECT_EQ(pessimistic_cuts(tree, {}, 0.25), (CutMarks{0, 1, 0, 1, 0, 0, 0, 0, 0}));
}

TEST(Pessimistic, a_tenth_of_a_row_decides_for_the_leaf) {
    // 7·U(1,7) + 5·U(2,5) = 5.606 below, 12·U(4,12) = 5.698 as a leaf: more, but by less than a tenth. With nine right ones in the first
    // branch in place of six it is more than that.
    const auto excess = [](double right) {
        return pessimistic_errors(4, right + 6) - pessimistic_errors(1, right + 1) - pessimistic_errors(2, 5);
    };
    const auto tree = [](double right) { return sample::tree_of({{right + 2, 4}, {leaf({right, 1}), leaf({2, 3})}}); };
    EXPECT_NEAR(excess(6), 0.092, 1e-3);
    EXPECT_EQ(pessimistic_cuts(tree(6), {}, 0.25), (CutMarks{1, 0, 0}));
    EXPECT_GT(excess(9), 0.11);
    EXPECT_EQ(pessimistic_cuts(tree(9), {}, 0.25), (CutMarks{0, 0, 0}));
}

TEST(Pessimistic, keeps_what_tells_classes_apart) {
    const Tree tree = sample::tree_of({{20, 20}, {leaf({20, 0}), leaf({0, 20})}});
    EXPECT_EQ(pessimistic_cuts(tree, {}, 0.25), (CutMarks{0, 0, 0}));
}

TEST(Pessimistic, a_subtree_without_fewer_errors_collapses) {
    const Tree tree = sample::tree_of({{30, 3}, {leaf({29, 2}), leaf({1, 1})}});
    EXPECT_EQ(pessimistic_cuts(tree, {}, 1.0), (CutMarks{1, 0, 0}));
}

TEST(Pessimistic, less_confidence_leaves_no_more_leaves_and_a_second_pass_changes_nothing) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Tree tree = sample::random_tree(seed);
        std::size_t leaves = 0;
        for (const double confidence : {0.001, 0.05, 0.25, 0.5}) {
            const Tree pruned = cut_back(tree, pessimistic_cuts(tree, {}, confidence));
            EXPECT_EQ(cut_back(pruned, pessimistic_cuts(pruned, {}, confidence)), pruned) << "seed " << seed;
            EXPECT_GE(leaf_count(pruned), leaves) << "seed " << seed << ", confidence " << confidence;
            leaves = leaf_count(pruned);
        }
    }
}

}  // namespace
}  // namespace treewright
