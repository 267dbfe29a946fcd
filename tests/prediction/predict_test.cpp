#include "treewright/prediction/predict.h"

#include <array>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "prediction/naive_walk.h"
#include "tree/allocation_counter.h"
#include "tree/sample_models.h"
#include "treewright/base/error.h"

namespace treewright {
namespace {

using naive::infinity;
using naive::missing;

/// The leaf's, or the combined prediction of the row's leaves.
Outcome naive_outcome(const Model& model, const std::vector<Column>& features, std::size_t row) {
    const auto shares = naive::shares(model, features, row);
    const std::size_t classes = model.tree.classes;
    const Node& first = model.tree.nodes[shares.front().first];
    if (shares.size() == 1) return {shares.front().first, first.label, first.mean};
    Outcome outcome;
    std::vector<double> mixed(classes, 0.0);
    const std::vector<NodeId> parents = parents_of(model.tree);
    for (const auto& [leaf, share] : shares) {
        const std::uint32_t source = model.tree.nodes[leaf].weight > 0 ? leaf : parents[leaf];  // empty: as its parent
        outcome.value += share * model.tree.nodes[leaf].mean;
        for (std::size_t j = 0; j < classes; ++j)
            mixed[j] += share * model.tree.class_weights_of(source)[j] / model.tree.nodes[source].weight;
    }
    double least = std::numeric_limits<double>::max();
    for (std::size_t predicted = 0; predicted < classes; ++predicted) {
        double loss = 0.0;
        for (std::size_t truth = 0; truth < classes; ++truth)
            if (truth != predicted)
                loss += mixed[truth] * (model.tree.losses.empty() ? 1.0 : model.tree.losses[truth * classes + predicted]);
        if (loss < least - 1e-9) {
            least = loss;
            outcome.label = static_cast<ClassId>(predicted);
        }
    }
    return outcome;
}

TEST(Predict, against_a_naive_walk) {
    constexpr std::size_t rows = 50;
    std::size_t deepest = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 100);
        const std::vector<Column> features = naive::random_rows(model, rows, random);
        const std::vector<Outcome> outcomes = Predictor(model).predict_all(features, rows, Threads(1));
        ASSERT_EQ(outcomes.size(), rows);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::vector<NodeId> path = naive::path(model, features, row);
            deepest = std::max(deepest, path.size());
            ASSERT_EQ(path_to_leaf(model.tree, features, row), path);
            ASSERT_EQ(find_leaf(model.tree, features, row), path.back());
            ASSERT_EQ(outcomes[row].leaf, path.back());
            const Outcome expected = naive_outcome(model, features, row);
            ASSERT_EQ(outcomes[row].label, expected.label);
            ASSERT_NEAR(outcomes[row].value, expected.value, 1e-9 * std::abs(expected.value));
        }
    }
    EXPECT_GT(deepest, 5U);  // else nothing was tested
}

TEST(Predict, any_number_of_threads_gives_the_same) {
    sample::RandomModel random(7);
    const Model model = random.make(200);
    constexpr std::size_t rows = 50'000;
    const std::vector<Column> features = naive::random_rows(model, rows, random);
    const Predictor predictor(model);
    const auto leaves = [&](unsigned threads) {
        std::vector<std::uint32_t> result;
        for (const Outcome& outcome : predictor.predict_all(features, rows, Threads(threads))) result.push_back(outcome.leaf);
        return result;
    };
    const auto expected = leaves(1);
    for (const unsigned threads : {2U, 3U, 8U}) EXPECT_EQ(leaves(threads), expected);
    EXPECT_TRUE(predictor.predict_all({}, 0, Threads(2)).empty());
}

TEST(Predict, a_chain_of_a_hundred_thousand_nodes) {
    const Model model = sample::chain(100'000);
    const std::vector<Column> features = {{model.schema.features[0], {-1, 50'000, 1e9}, {}}};
    EXPECT_EQ(find_leaf(model.tree, features, 0), 1U);
    EXPECT_EQ(find_leaf(model.tree, features, 1), 100'001U);
    EXPECT_EQ(path_to_leaf(model.tree, features, 2).size(), 100'001U);
}

TEST(Predict, the_shapes_of_a_result_agree) {
    for (const std::uint64_t seed : {3U, 4U, 5U, 6U}) {
        sample::RandomModel random(seed);
        const Model model = random.make(100);
        constexpr std::size_t rows = 5'000;
        const std::vector<Column> features = naive::random_rows(model, rows, random);
        const Predictor predictor(model);
        const Threads threads(2);
        std::vector<NodeId> leaves(rows);
        std::vector<ClassId> labels(rows);
        std::vector<double> values(rows);
        static_cast<void>(predictor.predict_leaves({features, rows}, leaves, threads));
        predictor.predict_labels({features, rows}, labels, threads);
        predictor.predict_values({features, rows}, values, threads);
        const std::vector<Outcome> outcomes = predictor.predict_all(features, rows, threads);
        for (std::size_t row = 0; row < rows; ++row) {
            ASSERT_EQ(leaves[row], outcomes[row].leaf);
            ASSERT_EQ(labels[row], outcomes[row].label);
            ASSERT_EQ(values[row], outcomes[row].value);
        }
    }
}

TEST(Predict, rows_that_do_not_fit_the_model_are_refused) {
    const Model model = sample::golf();
    const Predictor predictor(model);
    const auto sentence = [&](const Rows& rows) -> std::string {
        try {
            (void)predictor.predict_all(rows, Threads(1));
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    const Column number{model.schema.features[1], {70}, {}};
    const Column outlook{model.schema.features[0], {}, {2}};
    const Column windy{model.schema.features[3], {}, {1}};
    const std::vector<Column> fitting = {outlook, number, number, windy};
    const std::vector<Column> too_few = {outlook, number};
    const std::vector<Column> of_other_types = {number, number, number, windy};
    EXPECT_EQ(sentence({fitting, 1}), "");
    EXPECT_EQ(sentence({too_few, 1}), "the model needs 4 columns, but 2 were given: give them all, in the order of its schema");
    EXPECT_EQ(sentence({of_other_types, 1}), "the column for 'Outlook' holds numbers, but the model needs levels");
    EXPECT_EQ(sentence({fitting, 2}), "the column for 'Outlook' has 1 cells for 2 rows: give one cell per row");
    const std::array<float, 4> cells = {};
    EXPECT_EQ(sentence(RowMatrix<float>{cells.data(), 2, 2}),
              "the model needs 4 cells per row, but the matrix has 2: give all features, in the order of its schema");
    std::vector<ClassId> labels(2);
    EXPECT_THROW(predictor.predict_labels(RowMatrix<float>{cells.data(), 1, 4}, labels, Threads(1)), Error);
}

TEST(Predict, nothing_is_allocated_for_a_row) {
    const Model model = sample::golf();
    const std::vector<Column> features = {{model.schema.features[0], {}, {2}},
                                          {model.schema.features[1], {70}, {}},
                                          {model.schema.features[2], {70}, {}},
                                          {model.schema.features[3], {}, {0}}};
    const Predictor predictor(model);
    std::vector<double> shares(2);
    allocation::most = allocation::in_use.load();
    const std::size_t before = allocation::most;
    for (int i = 0; i < 1000; ++i) predictor.probabilities(predictor.predict(features, 0).leaf, shares);
    const std::array<float, 4> floats = {2, 70, 70, 0};
    const std::array<double, 4> doubles = {2, 70, 70, 0};
    EXPECT_EQ(predictor.predict(std::span<const float>(floats)).leaf, predictor.predict(features, 0).leaf);
    EXPECT_EQ(predictor.predict(std::span<const double>(doubles)).leaf, predictor.predict(features, 0).leaf);
    EXPECT_EQ(allocation::most, before);
    EXPECT_EQ(shares, (std::vector<double>{0, 1}));
}

TEST(Probabilities, are_shares_that_sum_to_one) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Model model = sample::random_model(seed, 50);
        if (model.tree.classes == 0) continue;
        const Predictor predictor(model);
        std::vector<double> shares(model.tree.classes);
        for (NodeId node = 0; node < model.tree.nodes.size(); ++node) {
            predictor.probabilities(node, shares);
            ASSERT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
            for (ClassId i = 0; i < shares.size(); ++i) ASSERT_EQ(shares[i], predictor.probability(node, i));
        }
    }
}

/// Golf with a fourth outlook that no row had.
Model golf_with_empty_branch() {
    Model model = sample::golf();
    model.schema.features[0].levels.push_back("windless");
    Tree& tree = model.tree;
    tree.nodes[0].child_count = 4;
    tree.children.insert(tree.children.begin() + 3, 8);
    for (const NodeId node : {2U, 5U}) ++tree.nodes[node].first_child;
    tree.nodes.push_back(sample::leaf(1, 0));
    tree.class_weights.cells.insert(tree.class_weights.cells.end(), {0, 0});
    return model;
}

TEST(Probabilities, an_empty_branch_has_its_parents) {
    const Model model = golf_with_empty_branch();
    const Predictor predictor(model);
    EXPECT_EQ(predictor.outcome_at(8).label, 1);
    EXPECT_DOUBLE_EQ(predictor.probability(8, 1), 9.0 / 14);
    EXPECT_EQ(predictor.confidence(8).low, predictor.confidence(0).low);
}

TEST(Confidence, wilson_for_classes_student_for_means) {
    const Model golf = sample::golf();
    const Interval root = Predictor(golf).confidence(0);
    EXPECT_NEAR(root.low, 0.38764423103907397, 1e-10);
    EXPECT_NEAR(root.high, 0.8365526824644587, 1e-10);
    const Model regression = sample::small_regression();
    const Interval mean = Predictor(regression).confidence(0);
    EXPECT_NEAR(mean.high - 2, 4.302652729911275, 1e-9);  // t with 2 degrees of freedom times √(2/2)
    EXPECT_NEAR((mean.low + mean.high) / 2, 2, 1e-12);
    EXPECT_EQ(Predictor(regression).confidence(1).high, infinity);  // one row
}

/// Rows of golf: Outlook, Humidity, Windy; the temperature is missing and never tested.
std::vector<Column> golf_rows(const Model& model, std::vector<std::int32_t> outlook, std::vector<double> humidity,
                              std::vector<std::int32_t> windy) {
    return {{model.schema.features[0], {}, outlook},
            {model.schema.features[1], std::vector<double>(outlook.size(), missing), {}},
            {model.schema.features[2], humidity, {}},
            {model.schema.features[3], {}, windy}};
}

TEST(Refusal, only_under_missing_error) {
    Model model = sample::golf();
    const auto features = golf_rows(model, {missing_code}, {missing}, {missing_code});
    EXPECT_FALSE(Predictor(model).refuses_missing());
    EXPECT_FALSE(Predictor(model).find_refusal(features, 1));
    model.tree.missing = MissingPolicy::refuse;
    EXPECT_TRUE(Predictor(model).refuses_missing());
    EXPECT_TRUE(Predictor(model).find_refusal(features, 1));
}

TEST(Refusal, names_the_first_cell_on_a_path) {
    Model model = sample::golf();
    model.tree.missing = MissingPolicy::refuse;
    const Predictor predictor(model);
    // Overcast: nothing else is tested. Rain tests Windy, sunny Humidity.
    EXPECT_FALSE(
        predictor.find_refusal(golf_rows(model, {0, 1, 2}, {missing, missing, 70}, {missing_code, 1, missing_code}), 3));
    const auto refusal = predictor.find_refusal(golf_rows(model, {0, 2, 1}, {missing, missing, 70}, {-1, -1, -1}), 3);
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->row, 1U);
    EXPECT_EQ(refusal->feature, 2U);
    EXPECT_EQ(refusal->sentence.rfind("the value of 'Humidity' is missing, ", 0), 0U) << refusal->sentence;
    const auto unseen = predictor.find_refusal(golf_rows(model, {1}, {70}, {unseen_code}), 1);
    ASSERT_TRUE(unseen);
    EXPECT_EQ(unseen->sentence.rfind("the value of 'Windy' is a level that the model has never seen, ", 0), 0U)
        << unseen->sentence;
}

}  // namespace
}  // namespace treewright
