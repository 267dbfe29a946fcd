#include "treewright/pruning/weakest_links.h"

#include <gtest/gtest.h>

#include <limits>

#include "pruning/small_tree.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/tree/cut_back.h"

namespace treewright {
namespace {

using sample::leaf;

/// Breiman's own words: as long as there are questions, all nodes whose link is the weakest become leaves.
std::vector<SequenceMember> by_the_book(Tree tree) {
    std::vector<SequenceMember> members;
    const double weight = tree.nodes.front().weight;
    double alpha = 0.0;
    while (true) {
        const auto losses = losses_as_leaves(tree, {});
        const auto below = sums_over_leaves(tree, losses);
        const auto leaves = leaves_below(tree);
        double weakest = std::numeric_limits<double>::infinity();
        std::vector<double> links(tree.nodes.size(), weakest);
        for (NodeId node = 0; node < tree.nodes.size(); ++node)
            if (!tree.nodes[node].is_leaf())
                links[node] = (losses[node] - below[node]) / (static_cast<double>(leaves[node]) - 1.0) / weight;
        for (const double link : links) weakest = std::min(weakest, link);
        if (weakest > alpha * (1 + 1e-12)) {  // what is left is best up to here
            members.push_back({alpha, leaves[0], below[0] / weight});
            if (tree.nodes.size() == 1) return members;
            alpha = weakest;
        }
        std::vector<std::uint8_t> marks(tree.nodes.size());
        for (NodeId node = 0; node < marks.size(); ++node) marks[node] = links[node] <= alpha * (1 + 1e-12);
        tree = cut_back(tree, marks);
    }
}

/// Whether everything that `small` asks, `large` asks, too.
bool is_part_of(const Tree& tree, const std::vector<std::uint8_t>& small, const std::vector<std::uint8_t>& large) {
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        if (!tree.nodes[node].is_leaf() && large[node] != 0 && small[node] == 0) return false;
    return true;
}

TEST(WeakestLinks, a_sequence_worked_out_by_hand) {
    // 20 rows; in brackets the errors as a leaf.
    //                    0: 10, 10 (10)
    //         1: 8, 2 (2)              4: 2, 8 (2)
    //    2: 8, 0 (0)  3: 0, 2 (0)   5: 2, 1 (1)  6: 0, 7 (0)
    const Tree tree =
        sample::tree_of({{10, 10}, {{{8, 2}, {leaf({8, 0}), leaf({0, 2})}}, {{2, 8}, {leaf({2, 1}), leaf({0, 7})}}}});
    // What a leaf less costs, (errors as a leaf − errors below) / (leaves below − 1):
    //   whole tree: node 0 (10 − 1)/3 = 3, node 1 (2 − 0)/1 = 2, node 4 (2 − 1)/1 = 1. Node 4 is the weakest: α = 1/20.
    //   without 4:  node 0 (10 − 2)/2 = 4, node 1 2. Node 1 is the weakest: α = 2/20.
    //   without 1:  node 0 (10 − 4)/1 = 6: α = 6/20, and the root is left.
    const WeakestLinks links(tree, losses_as_leaves(tree, {}));
    ASSERT_EQ(links.members().size(), 4U);
    const double alphas[] = {0.0, 1.0 / 20, 2.0 / 20, 6.0 / 20};
    const double losses[] = {1.0 / 20, 2.0 / 20, 4.0 / 20, 10.0 / 20};
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_DOUBLE_EQ(links.members()[k].alpha, alphas[k]);
        EXPECT_DOUBLE_EQ(links.members()[k].loss, losses[k]);
        EXPECT_EQ(links.members()[k].leaves, 4 - k);
        EXPECT_EQ(leaf_count(cut_back(tree, links.cuts_at(alphas[k]))), 4 - k);
    }
    EXPECT_EQ(links.cuts_at(1.0 / 20), (std::vector<std::uint8_t>{0, 0, 0, 0, 1, 0, 0}));
    EXPECT_EQ(links.cuts_at(2.0 / 20), (std::vector<std::uint8_t>{0, 1, 0, 0, 1, 0, 0}));
    EXPECT_EQ(links.with_leaves(3).leaves, 3U);
    EXPECT_EQ(links.with_leaves(0).leaves, 1U);
}

TEST(WeakestLinks, a_branch_goes_as_a_whole_where_its_own_questions_are_stronger_links) {
    // Neither of the lower questions of node 1 saves much by itself, and node 1 not more for both: 40 rows, errors as a leaf in brackets.
    //                       0: 20, 20 (20)
    //              1: 18, 3 (3)                    6: 2, 17 (2)
    //      2: 2, 2 (2)              5: 16, 1 (1)
    //   3: 2, 0 (0)  4: 0, 2 (0)
    const Tree tree =
        sample::tree_of({{20, 20}, {{{18, 3}, {{{2, 2}, {leaf({2, 0}), leaf({0, 2})}}, leaf({16, 1})}}, leaf({2, 17})}});
    // Whole tree, 3 errors, 4 leaves: node 0 (20 − 3)/3 = 5.67, node 1 (3 − 1)/2 = 1, node 2 (2 − 0)/1 = 2. So node 1 goes first, with
    // node 2 in it: α = 1/40 leaves two leaves. Then node 0, (20 − 5)/1 = 15: α = 15/40.
    const WeakestLinks links(tree, losses_as_leaves(tree, {}));
    ASSERT_EQ(links.members().size(), 3U);
    EXPECT_DOUBLE_EQ(links.members()[1].alpha, 1.0 / 40);
    EXPECT_EQ(links.members()[1].leaves, 2U);
    EXPECT_DOUBLE_EQ(links.members()[1].loss, 5.0 / 40);
    EXPECT_DOUBLE_EQ(links.members()[2].alpha, 15.0 / 40);
    EXPECT_EQ(cut_back(tree, links.cuts_at(1.0 / 40)), sample::tree_of({{20, 20}, {leaf({18, 3}), leaf({2, 17})}}));
}

TEST(WeakestLinks, each_member_is_a_subtree_of_the_one_before) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const Tree tree = sample::random_tree(seed);
        const WeakestLinks links(tree, losses_as_leaves(tree, {}));
        const auto& members = links.members();
        for (std::size_t k = 1; k < members.size(); ++k) {
            EXPECT_LT(members[k - 1].alpha, members[k].alpha) << seed;
            EXPECT_GT(members[k - 1].leaves, members[k].leaves) << seed;
            EXPECT_TRUE(is_part_of(tree, links.cuts_at(members[k].alpha), links.cuts_at(members[k - 1].alpha))) << seed;
        }
    }
}

TEST(WeakestLinks, gives_the_sequence_of_the_book) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Tree tree = sample::random_tree(seed);
        const WeakestLinks links(tree, losses_as_leaves(tree, {}));
        const auto expected = by_the_book(tree);
        ASSERT_EQ(links.members().size(), expected.size()) << "seed " << seed;
        for (std::size_t k = 0; k < expected.size(); ++k) {
            EXPECT_NEAR(links.members()[k].alpha, expected[k].alpha, 1e-12) << "seed " << seed;
            EXPECT_NEAR(links.members()[k].loss, expected[k].loss, 1e-12) << "seed " << seed;
            EXPECT_EQ(links.members()[k].leaves, expected[k].leaves) << "seed " << seed;
            const Tree member = cut_back(tree, links.cuts_at(links.members()[k].alpha));
            EXPECT_EQ(leaf_count(member), expected[k].leaves) << "seed " << seed;
        }
    }
}

TEST(WeakestLinks, a_leaf_alone_is_the_whole_sequence) {
    const Tree tree = sample::tree_of(leaf({3, 1}));
    const WeakestLinks links(tree, losses_as_leaves(tree, {}));
    ASSERT_EQ(links.members().size(), 1U);
    EXPECT_DOUBLE_EQ(links.members()[0].loss, 0.25);
}

TEST(WeakestLinks, a_long_chain_takes_no_longer_than_a_bush) {
    constexpr std::uint32_t length = 200'000;
    Tree chain;
    chain.classes = 2;
    for (std::uint32_t i = 0; i < length; ++i) {  // every question takes one row of the second class away
        Node split;
        split.kind = SplitKind::threshold;
        split.feature = 0;
        split.label = 0;
        split.weight = 1e6 + length - i;
        split.first_child = 2 * i;
        split.child_count = 2;
        Node one;
        one.label = 1;
        one.weight = 1.0;
        chain.nodes.push_back(split);
        chain.nodes.push_back(one);
        chain.children.insert(chain.children.end(), {2 * i + 1, 2 * i + 2});
        chain.class_weights.cells.insert(chain.class_weights.cells.end(), {1e6, static_cast<double>(length - i), 0.0, 1.0});
    }
    Node last;
    last.label = 0;
    last.weight = 1e6;
    chain.nodes.push_back(last);
    chain.class_weights.cells.insert(chain.class_weights.cells.end(), {1e6, 0.0});
    const WeakestLinks links(chain, losses_as_leaves(chain, {}));
    ASSERT_EQ(links.members().size(), 2U);
    EXPECT_EQ(links.members()[0].leaves, length + 1U);
    EXPECT_EQ(links.members()[1].leaves, 1U);
}

}  // namespace
}  // namespace treewright
