#include "treewright/pruning/pessimistic.h"

#include <gtest/gtest.h>

#include "pruning/small_tree.h"
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
