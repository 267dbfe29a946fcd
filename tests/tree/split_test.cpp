#include "treewright/tree/split.h"
#include "treewright/base/positions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tree/sample_models.h"
#include "treewright/data/table.h"
#include "treewright/tree/routing.h"

namespace treewright {
namespace {

TEST(Split, is_the_same_out_of_a_tree_and_back) {
    std::size_t subsets = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Model model = sample::random_model(seed, 60);
        Tree other;
        for (NodeId number = 0; number < model.tree.nodes.size(); ++number) {
            const Node& node = model.tree.nodes[number];
            if (node.is_leaf()) continue;
            const Split split = model.tree.split_of(number);
            Node copy;
            store_split(split, other, copy);
            copy.child_count = node.child_count;
            other.nodes.push_back(copy);
            EXPECT_EQ(other.split_of(size32(other.nodes) - 1), split);
            subsets += split.kind == SplitKind::subset;
            for (const Surrogate& surrogate : model.tree.surrogates_of(number)) {
                const Split asked = model.tree.split_of(surrogate);
                EXPECT_EQ(other.split_of(add_surrogate(asked, other)), asked);
            }
        }
        EXPECT_EQ(other.levels, model.tree.levels);
        EXPECT_EQ(other.surrogate_levels, model.tree.surrogate_levels);
    }
    EXPECT_GT(subsets, 40U);
}

TEST(Split, decides_as_the_node_does_where_it_can) {
    std::size_t decided = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Model model = sample::random_model(seed, 60);
        for (NodeId number = 0; number < model.tree.nodes.size(); ++number) {
            const Node& node = model.tree.nodes[number];
            if (node.is_leaf()) continue;
            const Split split = model.tree.split_of(number);
            const ColumnSchema& feature = model.schema.features[split.feature];
            if (holds_values(feature.type)) {
                for (const double value : {split.threshold, split.threshold + 1.0, -1e300, std::nan("")})
                    if (const auto child = child_by_split(split.view(), value)) {
                        EXPECT_EQ(*child, child_for_value(model.tree, number, value));
                        ++decided;
                    }
                continue;
            }
            const auto levels = static_cast<std::int32_t>(feature.levels.size());
            for (LevelCode code = unseen_code; code < levels; ++code)
                if (const auto child = child_by_split(split.view(), code)) {
                    EXPECT_EQ(*child, child_for_code(model.tree, number, code));
                    ++decided;
                }
        }
    }
    EXPECT_GT(decided, 1000U);
}

TEST(Split, a_reversed_threshold_sends_low_values_to_the_second_child) {
    Split split;
    split.kind = SplitKind::threshold;
    split.threshold = 2.0;
    EXPECT_EQ(child_by_split(split.view(), 2.0), 0U);
    EXPECT_EQ(child_by_split(split.view(), 2.5), 1U);
    split.reversed = true;
    EXPECT_EQ(child_by_split(split.view(), 2.0), 1U);
    EXPECT_EQ(child_by_split(split.view(), 2.5), 0U);
    EXPECT_FALSE(child_by_split(split.view(), std::nan("")));
}

}  // namespace
}  // namespace treewright
