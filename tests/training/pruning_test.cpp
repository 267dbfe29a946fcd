// What holds for every way to prune: the result is a part of the tree that was grown, prunes to itself, and does not depend on the road.
#include "treewright/training/fold_models.h"

#include <gtest/gtest.h>

#include <cmath>

#include "training/tables.h"
#include "training/training_run.h"
#include "treewright/growing/grower.h"
#include "treewright/prediction/predict.h"
#include "treewright/pruning/description_length.h"
#include "treewright/pruning/node_losses.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/folds.h"
#include "treewright/training/prune_model.h"
#include "treewright/tree/cut_back.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

constexpr PruneMethod all_methods[] = {PruneMethod::reduced_error, PruneMethod::pessimistic, PruneMethod::cost_complexity,
                                       PruneMethod::chi_squared, PruneMethod::description_length};

TrainOptions with_method(PruneMethod method) {
    TrainOptions options = unpruned(Preset::automatic);
    options.prune.method = method;
    options.keep_unpruned = true;
    return options;
}

/// Whether a tree is another one with some nodes made leaves. A tree that is kept also knows the tests of its nodes.
bool is_subtree(Tree part, Tree whole) {
    for (Tree* tree : {&part, &whole})
        for (Node& node : tree->nodes) node.test.reset();
    std::vector<std::uint8_t> marks(whole.nodes.size(), 0);
    const std::vector<std::uint32_t> ends = subtree_ends(whole);
    std::size_t at = 0;
    for (const Node& node : part.nodes) {
        if (at >= whole.nodes.size()) return false;
        marks[at] = node.is_leaf() ? 1 : 0;
        at = node.is_leaf() ? ends[at] : at + 1;
    }
    return at == whole.nodes.size() && cut_back(whole, marks) == part;
}

class EveryMethod : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Tasks, EveryMethod, testing::Values(false, true));

TEST_P(EveryMethod, leaves_a_subtree_and_prunes_it_to_itself) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const TrainingSet set = large_table(GetParam(), 150 + 40 * static_cast<int>(seed), seed);
        for (const PruneMethod method : all_methods) {
            if (GetParam() && is_for_classes(method)) continue;
            const Model model = train_quietly(set, with_method(method));
            ASSERT_TRUE(model.unpruned.has_value());
            EXPECT_TRUE(is_subtree(model.tree, *model.unpruned)) << seed;
            if (method == PruneMethod::cost_complexity || method == PruneMethod::reduced_error) continue;
            Model again = model;
            again.unpruned.reset();
            const Model twice = prune_model(again, with_method(method), {}, QuietRun()).model;
            EXPECT_EQ(twice.tree, model.tree) << seed;
            // From the whole tree, saved and loaded, without the table.
            const Model saved = from_bytes(to_bytes(model), "m");
            EXPECT_EQ(to_bytes(prune_model(saved, with_method(method), {}, QuietRun()).model), to_bytes(model));
        }
    }
}

TEST_P(EveryMethod, does_not_depend_on_threads_or_the_order_of_rows) {
    const TrainingSet set = large_table(GetParam(), 700);
    const TrainingSet other = with_rows(set, shuffled_rows(set.rows, 5));
    for (const PruneMethod method : all_methods) {
        if (GetParam() && is_for_classes(method)) continue;
        TrainOptions options = with_method(method);
        options.prune.price = 0.6;
        const std::string bytes = to_bytes(train_quietly(set, options));
        EXPECT_TRUE(to_bytes(train_quietly(set, options, 4)) == bytes) << static_cast<int>(method);
        EXPECT_TRUE(to_bytes(train_quietly(other, options, 3)) == bytes) << static_cast<int>(method);
    }
}

/// With and without raising, whatever becomes of missing values: neither the road nor a second time changes a byte.
TEST(Raising, is_the_same_by_every_road_and_prunes_to_itself) {
    const TrainingSet set = large_table(false, 500);
    const TrainingSet other = with_rows(set, shuffled_rows(set.rows, 5));
    const TrainingSet validation = large_table(false, 300, 9);
    const Threads four(4);
    for (const MissingMethod missing : {MissingMethod::majority, MissingMethod::direction, MissingMethod::category,
                                        MissingMethod::fractional, MissingMethod::surrogate})
        for (const PruneMethod method : {PruneMethod::pessimistic, PruneMethod::reduced_error})
            for (const bool raise : {false, true}) {
                SCOPED_TRACE(std::to_string(static_cast<int>(missing)) + " " + std::string(word_of(method)) +
                             (raise ? " raised" : ""));
                TrainOptions options = with_method(method);
                options.grow.missing = missing;
                options.prune.raise = raise;
                const Model model = train(set, options, QuietRun(), &validation).model;
                const std::string bytes = to_bytes(model);
                EXPECT_TRUE(to_bytes(train(other, options, QuietRun(four), &validation).model) == bytes);
                Model again = model;
                again.unpruned.reset();
                const Model twice = prune_model(again, options, {&set, &validation}, QuietRun()).model;
                EXPECT_EQ(leaf_count(twice.tree), leaf_count(model.tree));
            }
}

TEST_P(EveryMethod, does_not_increase_what_it_minimises) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const TrainingSet set = large_table(GetParam(), 300, seed);
        const Model bits = train_quietly(set, with_method(PruneMethod::description_length));
        const auto length = [&](const Tree& tree) { return total_bits(tree, code_lengths(tree, set.features.size())); };
        EXPECT_LE(length(bits.tree), length(*bits.unpruned) + 1e-9);
        TrainOptions priced = with_method(PruneMethod::cost_complexity);
        priced.prune.alpha = GetParam() ? 2.0 : 0.004;
        const Model cheap = train_quietly(set, priced);
        const auto price = [&](const Tree& tree) {
            return sums_over_leaves(tree, losses_as_leaves(tree, {})).front() / tree.nodes.front().weight +
                   *priced.prune.alpha * static_cast<double>(leaf_count(tree));
        };
        EXPECT_LE(price(cheap.tree), price(*cheap.unpruned) + 1e-9);
    }
}

/// Folds by hand: a tree for each, pruned at each price, one prediction after the other.
TEST(CrossValidation, says_what_pruning_every_fold_at_every_price_says) {
    const TrainingSet set = large_table(false, 240, 11);
    const TrainOptions options = with_method(PruneMethod::cost_complexity);
    const Threads one(1);
    const QuietRun run;
    const ClassTerms terms;
    const TreeGrower grower(borrowed(set), options.grow, terms, run);
    const Tree tree = grower.grow(set.all_rows(), run).tree;
    const WeakestLinks links(tree, losses_as_leaves(tree, terms));
    const FoldReport report = cross_validate_sequence(grower, links, options.prune, set.all_rows(), run);
    ASSERT_EQ(report.points.size(), links.members().size());
    const auto folds = make_folds(set, {10, 1}, set.all_rows(), run);
    for (std::size_t k = 0; k < report.points.size(); ++k) {
        double errors = 0.0;
        for (const auto& fold : folds) {
            const auto rows = rows_without(fold, set.all_rows());
            const Tree other = grow(set, RowSelection::of(rows), options.grow, terms, run).tree;
            const Tree cut =
                cut_back(other, WeakestLinks(other, losses_as_leaves(other, terms)).cuts_at(report.points[k].alpha));
            for (const RowId row : fold)
                if (cut.nodes[find_leaf(cut, set.features, row)].label != set.class_of(row)) errors += set.weight(row);
        }
        EXPECT_NEAR(report.points[k].loss, errors / report.weight, 1e-12) << k;
    }
}

TEST(Auto, prunes_by_price_and_says_where_it_cannot) {
    Progress progress;
    const Threads one(1);
    Messages few, many;
    const Model small = train(large_table(false, 20), {}, {one, progress, few}).model;
    EXPECT_EQ(small.option("prune"), "none");
    ASSERT_FALSE(few.list().empty());
    EXPECT_NE(few.list().front().text.find("not pruned"), std::string::npos);
    const auto [model, report] = train(large_table(false, 600), {}, {one, progress, many});
    EXPECT_EQ(model.option("prune"), "cost-complexity");
    EXPECT_EQ(model.option("price"), "0.6");
    ASSERT_TRUE(report.folds.has_value());
    EXPECT_EQ(report.folds->members[report.folds->chosen].leaves, leaf_count(model.tree));
    EXPECT_LT(leaf_count(model.tree), leaf_count(*report.unpruned));
    EXPECT_FALSE(model.unpruned.has_value());
}

TEST(Auto, takes_the_pessimistic_way_with_very_many_rows) {
    TrainingSet set;
    set.rows = 500001;
    std::vector<double> values;
    set.target.schema = {"y", ColumnType::categorical, {"a", "b"}};
    for (std::size_t row = 0; row < set.rows; ++row) {
        values.push_back(static_cast<double>(row % 7));
        set.target.codes.push_back(row % 7 < 3 && row % 5 > 0 ? 1 : 0);
    }
    set.features.push_back({{"x", ColumnType::numeric, {}}, Numbers(std::move(values)), {}});
    const Model model = train(set, {}, QuietRun()).model;
    EXPECT_EQ(model.option("prune"), "pessimistic");
    EXPECT_EQ(model.option("confidence"), "0.01");
}

TEST(Auto, counts_rows_of_the_table_and_not_weight_for_that) {
    TrainingSet many = large_table(false, 500), few = large_table(false, 20);
    for (double& weight : many.weights) weight *= 1000.0;
    for (double& weight : few.weights) weight *= 1000.0;
    EXPECT_EQ(train(many, {}, QuietRun()).model.option("prune"), "cost-complexity");
    EXPECT_EQ(train(few, {}, QuietRun()).model.option("prune"), "none");
}

TEST(ReducedError, takes_the_rows_of_another_table) {
    const TrainingSet set = large_table(false, 400, 1);
    const TrainingSet other = large_table(false, 300, 2);
    TrainOptions options = with_method(PruneMethod::reduced_error);
    const Model model = train(set, options, QuietRun(), &other).model;
    EXPECT_EQ(model.unpruned->nodes.front().weight, train_quietly(set).tree.nodes.front().weight);
    const auto errors = [&](const Tree& tree) {
        double sum = 0.0;
        for (std::size_t row = 0; row < other.rows; ++row)
            if (tree.nodes[find_leaf(tree, other.features, row)].label != other.class_of(row)) sum += other.weight(row);
        return sum;
    };
    EXPECT_LE(errors(model.tree), errors(*model.unpruned));
    EXPECT_LT(leaf_count(model.tree), leaf_count(*model.unpruned));
}

TEST(MergeSameClass, keeps_the_leaves_in_the_model) {
    TrainOptions options = unpruned(Preset::cart);
    options.prune.merge_same_class = true;
    options.grow.min_leaf = 20;
    const Model model = train_quietly(large_table(false, 500), options);
    for (NodeId node = 0; node < model.tree.nodes.size(); ++node) {
        const auto children = model.tree.children_of(node);
        if (children.empty()) continue;
        bool same = true;
        for (const std::uint32_t child : children)
            same = same && model.tree.nodes[child].is_leaf() &&
                   model.tree.nodes[child].label == model.tree.nodes[children[0]].label;
        EXPECT_FALSE(same) << node;
    }
    ASSERT_TRUE(model.unpruned.has_value());
    EXPECT_LT(leaf_count(model.tree), leaf_count(*model.unpruned));
}

}  // namespace
}  // namespace treewright
