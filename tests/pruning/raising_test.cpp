#include "treewright/pruning/raising.h"
#include "treewright/base/positions.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "reference/random_case.h"
#include "treewright/growing/grower.h"
#include "treewright/growing/presets.h"
#include "treewright/prediction/predict.h"
#include "treewright/pruning/pessimistic.h"
#include "treewright/statistics/error_limit.h"
#include "treewright/tree/check.h"
#include "treewright/tree/cut_back.h"

namespace treewright {
namespace {

Tree grown(const TrainingSet& set, const GrowOptions& options) {
    return grow(set, set.all_rows(), options, {}, QuietRun()).tree;
}

/// Twelve rows. A parts ten from two, B says the class everywhere:
///
///     A ≤ 0.5: B ≤ 0.5 → no (5 rows)
///              B > 0.5 → yes (5 rows)
///     A > 0.5 → no (2 rows, 1 wrong)
struct UselessFirstQuestion {
    TrainingSet set;
    Tree tree;

    UselessFirstQuestion() {
        set.target.schema = {"y", ColumnType::categorical, {"no", "yes"}};
        set.features.resize(2);
        set.features[0].schema.name = "A";
        set.features[1].schema.name = "B";
        const auto add = [&](int times, double a, double b) {
            for (int i = 0; i < times; ++i) {
                set.features[0].values.own().push_back(a);
                set.features[1].values.own().push_back(b);
                set.target.codes.push_back(b > 0.5 ? 1 : 0);
                ++set.rows;
            }
        };
        add(5, 0, 0);
        add(5, 0, 1);
        add(1, 1, 0);
        add(1, 1, 1);
        tree.classes = 2;
        tree.nodes.resize(5);
        ask(0, 0, {1, 4});
        ask(1, 1, {2, 3});
        tree.class_weights.cells = {6, 6, 5, 5, 5, 0, 0, 5, 1, 1};
        for (NodeId node = 0; node < 5; ++node)
            tree.nodes[node].weight = tree.class_weights.cells[2 * node] + tree.class_weights.cells[2 * node + 1];
        for (const NodeId node : {0U, 1U, 2U, 4U}) tree.nodes[node].label = 0;
        tree.nodes[3].label = 1;
    }

    void ask(NodeId node, FeatureId feature, std::vector<NodeId> children) {
        tree.nodes[node].kind = SplitKind::threshold;
        tree.nodes[node].feature = feature;
        tree.nodes[node].threshold = 0.5;
        tree.nodes[node].first_child = size32(tree.children);
        tree.nodes[node].child_count = 2;
        tree.children.insert(tree.children.end(), children.begin(), children.end());
    }
};

void expect_b_alone(const Tree& tree) {
    ASSERT_EQ(tree.nodes.size(), 3U);
    EXPECT_EQ(tree.nodes[0].feature, 1);
    EXPECT_EQ(tree.class_weights.cells, (std::vector<double>{6, 6, 6, 0, 0, 6}));
    EXPECT_EQ(tree.nodes[0].weight, 12.0);
    EXPECT_EQ(tree.nodes[1].label, 0);
    EXPECT_EQ(tree.nodes[2].label, 1);
    EXPECT_DOUBLE_EQ(tree.nodes[0].impurity, 0.5);  // of six and six, by Gini
    EXPECT_DOUBLE_EQ(tree.nodes[0].gain, 0.5);
}

TEST(Raising, pessimistic_by_hand) {
    const UselessFirstQuestion example;
    // Nothing is collapsed: below the root there is 1 error, as a leaf it makes 6; below B there is none, as a leaf it makes 5.
    // B's node: leaf U(5,10)·10 against 2·U(0,5)·5 = 2.42: stays. U(0,5) = 1 − 0.25^(1/5) = 0.2421.
    EXPECT_NEAR(pessimistic_errors(0, 5, 0.25), 1.2107, 1e-4);
    // The root: the subtree is estimated to make 2.42 + 1.52 errors, its heaviest branch with all twelve rows 2·U(0,6)·6 = 2.48,
    // a leaf more than 7. So the branch takes the root's place.
    EXPECT_NEAR(pessimistic_errors(0, 6, 0.25), 6 * 0.206, 1e-2);
    EXPECT_GT(pessimistic_errors(1, 2, 0.25), 1.0);
    EXPECT_GT(pessimistic_errors(6, 12, 0.25), 7.0);
    Progress progress;
    const GrowOptions options;
    const ClassTerms terms;
    expect_b_alone(prune_pessimistically_with_raising(example.tree,
                                                      {{example.set, example.set.all_rows()}, options, terms, progress}, 0.25));
}

TEST(Raising, reduced_error_by_hand) {
    const UselessFirstQuestion example;
    // Three validation rows: (A 1, B 1, yes), (A 1, B 0, no), (A 0, B 1, yes). The whole tree errs on the first; B alone on none.
    TrainingSet validation = example.set;
    const std::vector<RowId> rows = {11, 10, 5};
    Progress progress;
    const GrowOptions options;
    const ClassTerms terms;
    expect_b_alone(prune_by_reduced_error_with_raising(
        example.tree, {{example.set, example.set.all_rows(), &validation, rows}, options, terms, progress}));
    // If no row of A > 0.5 is among them, all are as good: the smaller tree is taken.
    const std::vector<std::uint32_t> others = {0, 5};
    expect_b_alone(prune_by_reduced_error_with_raising(
        example.tree, {{example.set, example.set.all_rows(), &validation, others}, options, terms, progress}));
    // If all of them are "no", a leaf is as good.
    const std::vector<std::uint32_t> one_class = {0, 1, 10};
    EXPECT_EQ(prune_by_reduced_error_with_raising(
                  example.tree, {{example.set, example.set.all_rows(), &validation, one_class}, options, terms, progress})
                  .nodes.size(),
              1U);
}

/// A branch that no row reached predicts as its parent does: validation rows must not find 0 there.
TEST(Raising, an_empty_branch_predicts_as_its_parent_does) {
    TrainingSet set;
    set.target.schema = {"y", ColumnType::numeric, {}};
    Column category;
    category.schema = {"c", ColumnType::categorical, {"a", "b", "never"}};
    std::vector<double> targets;
    for (int i = 0; i < 20; ++i) {
        category.codes.push_back(i % 2);
        targets.push_back(1000.0 + 10.0 * (i % 2));
        ++set.rows;
    }
    set.features.push_back(category);
    set.target.values = Numbers(targets);
    GrowOptions options;
    options.categories = CategorySplit::multiway;
    const Tree tree = grown(set, options);
    ASSERT_EQ(tree.nodes.size(), 4U);
    TrainingSet validation = set;
    for (std::size_t row = 0; row < 4; ++row) validation.features[0].codes[row] = 2;  // these come to the empty branch
    std::vector<RowId> rows(set.rows);
    std::iota(rows.begin(), rows.end(), 0U);
    Progress progress;
    const ClassTerms terms;
    const Tree pruned =
        prune_by_reduced_error_with_raising(tree, {{set, set.all_rows(), &validation, rows}, options, terms, progress});
    EXPECT_EQ(pruned, tree);
}

// --- against a short recursion -----------------------------------------------------------------------------------------------

using RowNumbers = std::vector<std::uint32_t>;

/// A tree of pointers, and C4.5's steps as the book describes them.
struct Plain {
    NodeId node = 0;
    bool leaf = false;
    std::vector<std::shared_ptr<Plain>> children;
    RowNumbers rows;
};

class PlainPruning {
public:
    PlainPruning(const Tree& tree, const TrainingSet& set) : tree_(tree), set_(set) {}

    std::shared_ptr<Plain> make(NodeId node) const {
        auto plain = std::make_shared<Plain>();
        plain->node = node;
        plain->leaf = tree_.nodes[node].is_leaf();
        for (const std::uint32_t child : tree_.children_of(node)) plain->children.push_back(make(child));
        return plain;
    }

    [[nodiscard]] double prune(std::shared_ptr<Plain>& plain, const RowNumbers& rows) const {
        plain->rows = rows;
        const double as_leaf = leaf_estimate(rows);
        if (plain->leaf) return as_leaf;
        const auto parts = spread(*plain, rows);
        double below = 0.0;
        std::size_t heaviest = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            below += prune(plain->children[i], parts[i]);
            if (weight_of(parts[i]) > weight_of(parts[heaviest])) heaviest = i;
        }
        const double raised = estimate(*plain->children[heaviest], rows);
        if (as_leaf <= raised + 0.1 && as_leaf <= below + 0.1) {
            plain->leaf = true;
            return as_leaf;
        }
        if (raised > below + 0.1) return below;
        auto branch = plain->children[heaviest];
        plain = branch;
        return prune(plain, rows);
    }

private:
    [[nodiscard]] std::vector<RowNumbers> spread(const Plain& plain, const RowNumbers& rows) const {
        std::vector<RowNumbers> parts(plain.children.size());
        for (const RowId row : rows) parts[child_for_row(tree_, plain.node, ColumnRow{set_.features, row})].push_back(row);
        return parts;
    }
    [[nodiscard]] double estimate(const Plain& plain, const RowNumbers& rows) const {
        if (plain.leaf) return leaf_estimate(rows);
        const auto parts = spread(plain, rows);
        double sum = 0.0;
        for (std::size_t i = 0; i < parts.size(); ++i) sum += estimate(*plain.children[i], parts[i]);
        return sum;
    }
    [[nodiscard]] double weight_of(const RowNumbers& rows) const {
        double weight = 0.0;
        for (const RowId row : rows) weight += set_.weight(row);
        return weight;
    }
    [[nodiscard]] double leaf_estimate(const RowNumbers& rows) const {
        if (rows.empty()) return 0.0;
        std::vector<double> classes(set_.target.schema.levels.size(), 0.0);
        for (const RowId row : rows) classes[set_.class_of(row)] += set_.weight(row);
        return pessimistic_errors(weight_of(rows) - *std::max_element(classes.begin(), classes.end()), weight_of(rows), 0.25);
    }

    const Tree& tree_;
    const TrainingSet& set_;
};

/// Compares a finished tree with one of pointers, node by node; `at` moves on in preorder.
void expect_same(const Plain& plain, const Tree& tree, const Tree& source, const TrainingSet& set, NodeId& at) {
    ASSERT_LT(at, tree.nodes.size());
    const Node& node = tree.nodes[at];
    double weight = 0.0;
    std::vector<double> classes(tree.classes, 0.0);
    for (const RowId row : plain.rows) {
        weight += set.weight(row);
        classes[set.class_of(row)] += set.weight(row);
    }
    EXPECT_DOUBLE_EQ(node.weight, weight);
    for (std::size_t j = 0; j < tree.classes; ++j) EXPECT_DOUBLE_EQ(tree.class_weights_of(at)[j], classes[j]);
    ASSERT_EQ(node.is_leaf(), plain.leaf);
    if (!plain.leaf) {
        EXPECT_EQ(node.feature, source.nodes[plain.node].feature);
        EXPECT_EQ(node.threshold, source.nodes[plain.node].threshold);
    }
    ++at;
    if (!plain.leaf)
        for (const auto& child : plain.children) expect_same(*child, tree, source, set, at);
}

TEST(Raising, is_what_a_short_recursion_does) {
    std::size_t raised_trees = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        reference::Case example = reference::random_case(5'000'000 + seed);
        example.options = {{"preset", seed % 2 == 0 ? "c45" : "cart"}, {"missing", "majority"}};
        example.terms.clear();
        const reference::Problem problem = reference::problem_of(example);
        const TrainingSet& set = problem.set;
        if (set.task() == Task::regression || set.target.schema.levels.size() < 2) continue;
        GrowOptions options = preset_options(seed % 2 == 0 ? Preset::c45 : Preset::cart);
        options.missing = MissingMethod::majority;
        options.min_leaf = 1.0;
        options.min_split = 2.0;
        const Tree tree = grown(set, options);
        const Tree collapsed = cut_back(tree, collapsing_cuts(tree, {}));
        const PlainPruning plain(collapsed, set);
        auto expected = plain.make(0);
        RowNumbers rows(set.rows);
        std::iota(rows.begin(), rows.end(), 0U);
        (void)plain.prune(expected, rows);
        Progress progress;
        const ClassTerms terms;
        const Tree pruned = prune_pessimistically_with_raising(tree, {{set, set.all_rows()}, options, terms, progress}, 0.25);
        NodeId at = 0;
        expect_same(*expected, pruned, collapsed, set, at);
        EXPECT_EQ(at, pruned.nodes.size()) << seed;
        raised_trees += pruned == cut_back(tree, pessimistic_cuts(tree, {}, 0.25)) ? 0 : 1;
        if (testing::Test::HasFailure()) FAIL() << reference::to_text(example);
    }
    EXPECT_GT(raised_trees, 50U);  // the random tables do reach the case
}

}  // namespace
}  // namespace treewright
