// The lowered tree against routing.h and against the naive walk.
#include "treewright/tree/lowered.h"

#include <gtest/gtest.h>

#include "prediction/naive_walk.h"
#include "treewright/prediction/fractional_walk.h"
#include "treewright/tree/routing.h"

namespace treewright {
namespace {

/// Whether a row goes to several steps.
bool goes_in_parts(const LoweredStep& step, const ColumnRow& row) {
    if (step.parts.empty() || step_by_row(step.test, row)) return false;
    const bool is_absent = !row.holds_value(step.test.split.feature) && row.code(step.test.split.feature) >= 0;
    return !(is_absent && step.test.split.kind == SplitKind::subset);
}

std::vector<LeafShare> lowered_shares(const LoweredTree& tree, const ColumnRow& row) {
    std::vector<LeafShare> shares;
    std::vector<LeafShare> waiting = {{0, 1.0}};
    while (!waiting.empty()) {
        const auto [number, share] = waiting.back();
        waiting.pop_back();
        const LoweredStep step = tree.step(number);
        if (step.is_leaf) {
            shares.push_back({number, share});
        } else if (goes_in_parts(step, row)) {
            for (std::size_t i = step.parts.size(); i-- > 0;)
                waiting.push_back({step.parts[i].step, share * step.parts[i].share});
        } else {
            waiting.push_back({next_step(step, row), share});
        }
    }
    return shares;
}

TEST(Lowered, leads_every_row_where_the_tree_does) {
    constexpr std::size_t rows = 40;
    std::size_t in_parts = 0;
    std::size_t by_surrogate = 0;
    std::size_t switches = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 100);
        const std::vector<Column> features = naive::random_rows(model, rows, random);
        const LoweredTree lowered(model.tree);
        ASSERT_EQ(lowered.size(), model.tree.nodes.size());
        for (std::size_t row = 0; row < rows; ++row) {
            const ColumnRow cells{features, row};
            const std::vector<LeafShare> shares = lowered_shares(lowered, cells);
            ASSERT_EQ(shares, leaf_shares(model.tree, features, row)) << seed;
            const auto naive = naive::shares(model, features, row);
            ASSERT_EQ(shares.size(), naive.size());
            for (std::size_t i = 0; i < naive.size(); ++i) ASSERT_EQ(shares[i].leaf, naive[i].first);
            in_parts += shares.size() > 1;
        }
        for (std::uint32_t number = 0; number < lowered.size(); ++number) {
            const LoweredStep step = lowered.step(number);
            by_surrogate += !step.surrogates.empty();
            switches += !step.test.by_level.empty();
            if (step.is_leaf) continue;
            const ColumnRow cells{features, number % rows};
            ASSERT_EQ(next_step(step, cells), model.tree.children_of(number)[child_for_row(model.tree, number, cells)]) << seed;
        }
    }
    EXPECT_GT(in_parts, 100U);  // else nothing was tested
    EXPECT_GT(by_surrogate, 100U);
    EXPECT_GT(switches, 100U);
}

TEST(Lowered, a_leaf_says_what_the_node_predicts) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Model model = sample::random_model(seed, 60);
        const LoweredTree lowered(model.tree);
        const std::vector<NodeId> parents = parents_of(model.tree);
        for (std::uint32_t number = 0; number < lowered.size(); ++number) {
            const Node& node = model.tree.nodes[number];
            const LoweredLeaf leaf = lowered.step(number).leaf;
            EXPECT_EQ(leaf.constant.label, node.label);
            EXPECT_EQ(leaf.constant.value, node.mean);
            const std::uint32_t source = node.weight > 0 ? number : parents[number];
            EXPECT_TRUE(std::ranges::equal(leaf.class_weights, model.tree.class_weights_of(source)));
        }
    }
}

TEST(Lowered, says_that_missing_values_are_refused) {
    Model model = sample::golf();
    EXPECT_FALSE(LoweredTree(model.tree).step(0).refuses_missing);
    model.tree.missing = MissingPolicy::refuse;
    EXPECT_TRUE(LoweredTree(model.tree).step(0).refuses_missing);
}

}  // namespace
}  // namespace treewright
