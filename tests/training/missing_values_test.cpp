// Missing values from the table to the prediction: rows in parts as in Quinlan's book, rows by surrogates, in batches and saved.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/random_case.h"
#include "training/training_run.h"
#include "treewright/prediction/predict.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

using reference::Case;

/// The golf table in which the Outlook of one overcast day is not known (Quinlan 1993, section 3.2).
constexpr const char* golf = R"(preset=c45 missing=fractional

Outlook:c Temperature:n Humidity:n Windy:c y:c
sunny 75 70 true play
sunny 80 90 true dont
sunny 85 85 false dont
sunny 72 95 false dont
sunny 69 70 false play
? 72 90 true play
overcast 83 78 false play
overcast 64 65 true play
overcast 81 75 false play
rain 71 80 true dont
rain 65 70 true dont
rain 75 80 false play
rain 68 80 false play
rain 70 96 false play
)";

Model trained(const std::string& text) {
    const Case example = reference::parse_case(text);
    const TrainingSet set = reference::problem_of(example).set;
    return train_quietly(set, reference::train_options_of(example, set));
}

/// A column without a value in its one row.
Column unknown(const ColumnSchema& schema) {
    Column column{schema, {}, {}};
    if (column.has_values())
        column.values.own().push_back(std::nan(""));
    else
        column.codes.push_back(missing_code);
    return column;
}

// Of the 13 days with a known Outlook 8 play: info = 0.961; after the split 0.747; gain = 13/14·0.214 = 0.199. The unknown day goes to
// sunny with 5/13, to overcast with 3/13, to rain with 5/13; under sunny its Humidity of 90 puts 5/13 of a row with 3 others.
TEST(MissingValues, quinlans_fractions) {
    const Model model = trained(golf);
    const Tree& tree = model.tree;
    ASSERT_TRUE(tree.fractional());
    ASSERT_EQ(tree.nodes.size(), 8U);
    const double known = 13;
    const auto bits = [](double p) { return -p * std::log2(p) - (1 - p) * std::log2(1 - p); };
    const double after = 3 / known * 0 + 5 / known * bits(2.0 / 5) + 5 / known * bits(2.0 / 5);
    EXPECT_NEAR(tree.nodes[0].gain, known / 14 * (bits(8 / known) - after), 1e-12);
    EXPECT_NEAR(tree.nodes[0].gain, 0.199, 0.0005);
    EXPECT_EQ(tree.nodes[0].missing_weight, 1);
    const auto children = tree.children_of(0);
    EXPECT_NEAR(tree.nodes[children[0]].weight, 3 + 3 / known, 1e-6);
    EXPECT_NEAR(tree.nodes[children[1]].weight, 5 + 5 / known, 1e-6);
    EXPECT_NEAR(tree.nodes[children[2]].weight, 5 + 5 / known, 1e-6);
    EXPECT_EQ(tree.nodes[children[0]].weight + tree.nodes[children[1]].weight + tree.nodes[children[2]].weight, 14);
    const Node& humidity = tree.nodes[children[2]];
    EXPECT_EQ(humidity.threshold, 75);
    const std::uint32_t wet = tree.children_of(children[2])[1];
    EXPECT_NEAR(tree.class_weights_of(wet)[0], 3, 1e-6);          // dont
    EXPECT_NEAR(tree.class_weights_of(wet)[1], 5 / known, 1e-6);  // play: the "3.4/0.4" of C4.5's print
}

// "Outlook is sunny, Humidity not known": play = 2.0/5.4·100 % + 3.4/5.4·(0.4/3.4) = 44 %, don't = 56 %.
TEST(MissingValues, quinlans_prediction) {
    const Model model = trained(golf);
    std::vector<Column> row;
    for (const ColumnSchema& schema : model.schema.features) row.push_back(unknown(schema));
    row[0].codes[0] = 2;
    row[1].values.own()[0] = 70;
    row[3].codes[0] = 0;
    const Predictor predictor(model);
    const Mixture mixture = predictor.mixture(leaf_shares(model.tree, row, 0), row, 0);
    ASSERT_EQ(mixture.leaves.size(), 2U);
    const double all = 5 + 5.0 / 13;
    EXPECT_NEAR(mixture.leaves[0].share, 2 / all, 1e-6);
    EXPECT_NEAR(mixture.leaves[1].share, (3 + 5.0 / 13) / all, 1e-6);
    EXPECT_NEAR(mixture.probabilities[0], 3 / all, 1e-6);
    EXPECT_NEAR(mixture.probabilities[1], (2 + 5.0 / 13) / all, 1e-6);
    EXPECT_EQ(mixture.outcome.label, 0);
    EXPECT_EQ(mixture.outcome.leaf, mixture.leaves[1].leaf);
    EXPECT_EQ(find_leaf(model.tree, row, 0), mixture.leaves[1].leaf);
    EXPECT_EQ(path_to_leaf(model.tree, row, 0).back(), mixture.leaves[1].leaf);
    const Interval interval = predictor.confidence(mixture);
    EXPECT_LT(interval.low, 3 / all);
    EXPECT_GT(interval.high, 3 / all);
}

// Where nothing is missing the tree is that of majority but for the mark, and prediction still goes down all branches.
TEST(MissingValues, fractional_without_missing_values_differs_in_the_mark_only) {
    const std::string table = "\n\nx:n y:n\n1 0\n2 0\n3 8\n4 8\n5 8\n6 8\n";
    const Model model = trained("missing=fractional max-depth=1" + table);
    Tree tree = trained("missing=majority max-depth=1" + table).tree;
    tree.missing = MissingPolicy::all_children;
    EXPECT_EQ(model.tree, tree);
    EXPECT_DOUBLE_EQ(Predictor(model).predict({unknown(model.schema.features[0])}, 0).value, 2.0 / 6 * 0 + 4.0 / 6 * 8);
}

// Left 3 of A, right 2 of B, and one day without x: 3/5 of it left, 2/5 right. Regression: its 12 counts in both means.
TEST(MissingValues, fractional_means) {
    const Model model = trained("missing=fractional max-depth=1\n\nx:n y:n\n1 0\n1 0\n1 0\n2 8\n2 8\n? 12\n");
    const Tree& tree = model.tree;
    ASSERT_EQ(tree.nodes.size(), 3U);
    EXPECT_NEAR(tree.nodes[1].weight, 3.6, 1e-5);
    EXPECT_NEAR(tree.nodes[1].mean, 0.6 * 12 / 3.6, 1e-5);
    EXPECT_NEAR(tree.nodes[2].mean, (16 + 0.4 * 12) / 2.4, 1e-5);
    EXPECT_DOUBLE_EQ(tree.nodes[0].mean, 28.0 / 6);
    // Known rows: mean 3.2, variance 3·3.2²/5 + 2·4.8²/5 = 15.36, all of it gained, times 5/6.
    EXPECT_NEAR(tree.nodes[0].gain, 15.36 * 5 / 6, 1e-12);
    EXPECT_NEAR(Predictor(model).predict({unknown(model.schema.features[0])}, 0).value, 28.0 / 6, 1e-9);
}

// To miss B costs 5: a row that is A with 60 % and B with 40 % is called B, as a leaf of such shares is.
TEST(MissingValues, costs_choose_the_label_of_several_leaves) {
    const std::string rows = "\n\nx:n y:c\n1 A\n1 A\n1 A\n2 B\n2 B\n";
    const Model plain = trained("missing=fractional max-depth=1" + rows);
    EXPECT_EQ(Predictor(plain).predict({unknown(plain.schema.features[0])}, 0).label, 0);
    const Model costly = trained("missing=fractional max-depth=1\ncosts=0,1,5,0\nx:n y:c\n1 A\n1 A\n1 A\n2 B\n2 B\n");
    EXPECT_EQ(costly.tree.losses, (std::vector<double>{0, 1, 5, 0}));
    EXPECT_EQ(Predictor(costly).predict({unknown(costly.schema.features[0])}, 0).label, 1);
    EXPECT_EQ(from_bytes(to_bytes(costly), "m.tree"), costly);
}

/// Calls work(model, set) with models of random tables by both methods.
template <class Work>
void for_random_models(const Work& work) {
    std::size_t mixed = 0;
    std::size_t with_surrogates = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const Case example = reference::random_case(2'000'000 + seed);
        const auto method = example.options.find("missing");
        if (method == example.options.end() || (method->second != "fractional" && method->second != "surrogate")) continue;
        const TrainingSet set = reference::problem_of(example).set;
        if (set.task() == Task::classification && set.target.schema.levels.size() < 2) continue;
        const Model model = train_quietly(set, reference::train_options_of(example, set));
        mixed += model.tree.fractional() ? 1 : 0;
        with_surrogates += model.tree.surrogates.empty() ? 0 : 1;
        work(model, set);
        if (testing::Test::HasFatalFailure()) FAIL() << reference::to_text(example);
    }
    EXPECT_GT(mixed, 100U);  // else nothing was tested
    EXPECT_GT(with_surrogates, 100U);
}

TEST(MissingValues, batches_predict_what_single_rows_do) {
    for_random_models([](const Model& model, const TrainingSet& set) {
        const Predictor predictor(model);
        const auto outcomes = predictor.predict_all(set.features, set.rows, Threads(2));
        std::vector<NodeId> leaves(set.rows);
        const std::vector<MixedRow> mixed = predictor.predict_leaves({set.features, set.rows}, leaves, Threads(2));
        std::size_t several = 0;
        for (std::size_t row = 0; row < set.rows; ++row) {
            const Outcome single = predictor.predict(set.features, row);
            ASSERT_EQ(outcomes[row].leaf, single.leaf);
            ASSERT_EQ(outcomes[row].label, single.label);
            ASSERT_EQ(outcomes[row].value, single.value);
            ASSERT_EQ(leaves[row], find_leaf(model.tree, set.features, row));
            several += leaf_shares(model.tree, set.features, row).size() > 1 ? 1 : 0;
        }
        ASSERT_EQ(mixed.size(), several);
    });
}

// Surrogates: every training row ends where growing put it, so that leaves hold their weights.
TEST(MissingValues, training_rows_end_where_they_grew) {
    for_random_models([](const Model& model, const TrainingSet& set) {
        if (model.tree.fractional()) return;
        std::vector<double> weights(model.tree.nodes.size(), 0.0);
        for (std::size_t row = 0; row < set.rows; ++row) weights[find_leaf(model.tree, set.features, row)] += set.weight(row);
        for (NodeId node = 0; node < weights.size(); ++node)
            if (model.tree.nodes[node].is_leaf()) {
                ASSERT_NEAR(weights[node], model.tree.nodes[node].weight, 1e-9);
            }
    });
}

TEST(MissingValues, models_are_saved_and_loaded) {
    for_random_models([](const Model& model, const TrainingSet&) {
        const std::string bytes = to_bytes(model);
        ASSERT_EQ(from_bytes(bytes, "m.tree"), model);
    });
}

}  // namespace
}  // namespace treewright
