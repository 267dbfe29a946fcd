#include "treewright/rules/tree_rules.h"
#include "treewright/base/positions.h"

#include <cmath>

#include <gtest/gtest.h>

#include "prediction/naive_walk.h"
#include "tree/sample_models.h"

namespace treewright {
namespace {

using Levels = std::vector<std::int32_t>;

/// A chain of splits: each goes on at one child, the other is a leaf. What is added is what the rule of the last leaf states.
class Path {
public:
    explicit Path(std::vector<ColumnSchema> features) : features_(std::move(features)) {}

    Path& threshold(FeatureId feature, double threshold, std::uint32_t goes_to, std::uint32_t missing_child = 0) {
        Node node = split(SplitKind::threshold, feature, missing_child);
        node.threshold = threshold;
        steps_.push_back({node, goes_to, {}, {}});
        return *this;
    }
    Path& missing(FeatureId feature, std::uint32_t goes_to) {
        steps_.push_back({split(SplitKind::is_missing, feature, 0), goes_to, {}, {}});
        return *this;
    }
    Path& subset(FeatureId feature, Levels left, Levels right, std::uint32_t goes_to, std::uint32_t missing_child = 0) {
        steps_.push_back({split(SplitKind::subset, feature, missing_child), goes_to, std::move(left), std::move(right)});
        return *this;
    }
    /// Training rows without a value passed the last split.
    Path& with_missing_rows() {
        steps_.back().node.missing_weight = 1.0;
        return *this;
    }

    [[nodiscard]] std::vector<RuleCondition> conditions() const {
        Tree tree;
        std::uint32_t last = 0;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> hanging;  // second children come after the chain
        for (const Step& step : steps_) {
            Node node = step.node;
            node.weight = 10.0;
            node.first_child = size32(tree.children);
            node.child_count = 2;
            node.first_level = size32(tree.levels);
            node.left_levels = size32(step.left);
            node.right_levels = size32(step.right);
            tree.levels.insert(tree.levels.end(), step.left.begin(), step.left.end());
            tree.levels.insert(tree.levels.end(), step.right.begin(), step.right.end());
            tree.nodes.push_back(node);
            tree.children.insert(tree.children.end(), {last + 1, last + 1});
            hanging.emplace_back(node.first_child + 1 - step.goes_to, step.goes_to);
            ++last;
        }
        tree.nodes.emplace_back().weight = 5.0;  // the leaf that the path leads to
        for (const auto& [slot, goes_to] : hanging) {
            tree.children[slot] = size32(tree.nodes);
            tree.nodes.emplace_back().weight = 5.0;
        }
        for (const Rule& rule : rules_of(tree, features_))
            if (rule.leaf == last) return rule.conditions;
        ADD_FAILURE() << "the leaf has no rule";
        return {};
    }

private:
    struct Step {
        Node node;
        std::uint32_t goes_to;
        Levels left, right;
    };
    static Node split(SplitKind kind, FeatureId feature, std::uint32_t missing_child) {
        Node node;
        node.kind = kind;
        node.feature = feature;
        node.missing_child = missing_child;
        return node;
    }
    std::vector<ColumnSchema> features_;
    std::vector<Step> steps_;
};

const std::vector<ColumnSchema> x_and_color = {{"x", ColumnType::numeric, {}},
                                               {"color", ColumnType::categorical, {"blue", "green", "red", "white", "yellow"}}};

RuleCondition bounds(std::optional<double> above, std::optional<double> at_most) {
    RuleCondition condition;
    condition.above = above;
    condition.at_most = at_most;
    return condition;
}

TEST(TreeRules, the_tighter_bound_stays) {
    EXPECT_EQ(Path(x_and_color).threshold(0, 3, 1).threshold(0, 5, 1).conditions(), std::vector{bounds(5, {})});
    EXPECT_EQ(Path(x_and_color).threshold(0, 5, 1).threshold(0, 3, 1).conditions(), std::vector{bounds(5, {})});
    EXPECT_EQ(Path(x_and_color).threshold(0, 9, 0, 1).threshold(0, 7, 0, 1).conditions(), std::vector{bounds({}, 7)});
    EXPECT_EQ(Path(x_and_color).threshold(0, 3, 1).threshold(0, 9, 0, 1).threshold(0, 5, 1).conditions(),
              std::vector{bounds(5, 9)});
}

TEST(TreeRules, sets_of_levels_are_intersected) {
    const auto conditions = Path(x_and_color).subset(1, {0, 1, 2}, {3, 4}, 0, 1).subset(1, {1, 2}, {0}, 0, 1).conditions();
    ASSERT_EQ(conditions.size(), 1U);
    EXPECT_EQ(conditions[0].levels, (Levels{1, 2}));
    EXPECT_TRUE(conditions[0].default_levels.empty());
    EXPECT_FALSE(conditions[0].missing || conditions[0].missing_by_default);
}

TEST(TreeRules, levels_that_a_node_does_not_name_go_the_heaviest_way_by_default) {
    // Both children weigh the same or the first is heavier: green, in neither set, goes left.
    const auto left = Path(x_and_color).subset(1, {0}, {2, 3, 4}, 0, 1).conditions();
    EXPECT_EQ(left[0].levels, Levels{0});
    EXPECT_EQ(left[0].default_levels, Levels{1});
    EXPECT_TRUE(meets(left[0], 1));
    const auto right = Path(x_and_color).subset(1, {0}, {2, 3, 4}, 1).conditions();
    EXPECT_EQ(right[0].levels, (Levels{2, 3, 4}));
    EXPECT_FALSE(meets(right[0], 1));
}

TEST(TreeRules, missing_is_stated_only_where_training_rows_went_that_way) {
    const auto by_default = Path(x_and_color).threshold(0, 3, 0).conditions();
    EXPECT_TRUE(by_default[0].missing_by_default);
    EXPECT_FALSE(by_default[0].missing);
    const auto stated = Path(x_and_color).threshold(0, 3, 0).with_missing_rows().conditions();
    EXPECT_TRUE(stated[0].missing);
    EXPECT_FALSE(stated[0].missing_by_default);
    const auto other_way = Path(x_and_color).threshold(0, 3, 1).with_missing_rows().conditions();
    EXPECT_FALSE(meets(other_way[0], std::nan("")));
    // Once they have left the path, no later split brings them back.
    const auto gone = Path(x_and_color).threshold(0, 3, 1).with_missing_rows().threshold(0, 5, 0).conditions();
    EXPECT_FALSE(meets(gone[0], std::nan("")));
}

TEST(TreeRules, known_and_missing) {
    const auto known = Path(x_and_color).missing(0, 1).threshold(0, 5, 0).conditions();
    EXPECT_EQ(known, std::vector{bounds({}, 5)});
    const auto missing = Path(x_and_color).missing(0, 0).threshold(0, 5, 0).conditions();
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_FALSE(missing[0].known);
    EXPECT_TRUE(missing[0].missing);
    EXPECT_FALSE(missing[0].at_most);
    const auto level = Path(x_and_color).missing(1, 1).subset(1, {0, 1}, {2, 3, 4}, 1).conditions();
    EXPECT_EQ(level[0].levels, (Levels{2, 3, 4}));
    EXPECT_FALSE(meets(level[0], missing_code));
}

TEST(TreeRules, bounds_that_contradict_each_other_leave_what_is_missing) {
    const auto conditions = Path(x_and_color).threshold(0, 5, 1, 1).threshold(0, 3, 0).conditions();
    ASSERT_EQ(conditions.size(), 1U);
    EXPECT_FALSE(conditions[0].known);
    EXPECT_FALSE(conditions[0].above || conditions[0].at_most);
    EXPECT_FALSE(meets(conditions[0], 4.0));
    EXPECT_TRUE(meets(conditions[0], std::nan("")));
}

TEST(TreeRules, features_come_in_the_order_of_the_path) {
    const auto conditions =
        Path(x_and_color).subset(1, {0}, {1, 2, 3, 4}, 0).threshold(0, 3, 0).subset(1, {0}, {1}, 0).conditions();
    ASSERT_EQ(conditions.size(), 2U);
    EXPECT_EQ(conditions[0].feature, 1U);
    EXPECT_EQ(conditions[1].feature, 0U);
}

TEST(TreeRules, a_tree_of_one_leaf_is_a_rule_without_conditions) {
    Tree tree;
    tree.nodes.emplace_back().weight = 3.0;
    const std::vector<Rule> rules = rules_of(tree, {});
    ASSERT_EQ(rules.size(), 1U);
    EXPECT_TRUE(rules[0].conditions.empty());
}

TEST(TreeRules, a_long_chain_is_an_ordinary_tree) {
    const Model model = sample::chain(20'000);
    const std::vector<Rule> rules = rules_of(model.tree, model.schema.features);
    ASSERT_EQ(rules.size(), 20'001U);
    EXPECT_EQ(rules.back().conditions[0].above, 19'999.0);
}

bool is_complete(const std::vector<Column>& features, std::size_t row) {
    return std::all_of(features.begin(), features.end(), [&](const Column& column) {
        return column.has_values() ? !std::isnan(column.values[row]) : column.codes[row] >= 0;
    });
}

/// The promise of the header: on any tree every row, even with missing or unseen values, meets one rule, that of its leaf.
TEST(TreeRules, a_row_meets_the_rule_of_its_leaf_and_no_other) {
    std::size_t missing_stated = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 40);
        const std::vector<Column> features = naive::random_rows(model, 30, random);
        const std::vector<NodeId> leaves = naive::leaves(model, features, 30);
        const std::vector<Rule> rules = rules_of(model.tree, model.schema.features);
        // Rows that go down several branches, or by a surrogate, have no single path.
        const bool has_one_path = !model.tree.fractional() && model.tree.surrogates.empty();
        for (std::size_t row = 0; row < 30; ++row)
            for (const Rule& rule : rules) {
                if (!has_one_path && !is_complete(features, row)) continue;
                const bool met = !first_unmet(rule, features, row);
                ASSERT_EQ(met, rule.leaf == leaves[row]) << "seed " << seed << ", row " << row << ", leaf " << rule.leaf;
                if (!met) continue;
                ASSERT_EQ(rule.label, model.tree.nodes[leaves[row]].label);
                for (const RuleCondition& condition : rule.conditions) missing_stated += condition.missing ? 1 : 0;
            }
    }
    EXPECT_GT(missing_stated, 1000U);
}

}  // namespace
}  // namespace treewright
