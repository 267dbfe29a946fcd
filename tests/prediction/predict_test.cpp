#include "treewright/prediction/predict.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "tree/allocation_counter.h"
#include "tree/sample_models.h"

namespace treewright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double missing = std::nan("");

/// Random rows for a model, with missing and unseen values, and with values that are thresholds of the tree.
std::vector<Column> random_rows(const Model& model, std::size_t rows, sample::RandomModel& random) {
    std::vector<Column> features;
    for (const ColumnSchema& schema : model.schema.features) {
        Column column{schema, {}, {}};
        for (std::size_t row = 0; row < rows; ++row) {
            if (column.has_values()) {
                const double on_threshold = model.tree.nodes[random.below(model.tree.nodes.size())].threshold;
                const double value = random.below(2) == 0 ? on_threshold : random.number();
                column.values.own().push_back(random.below(6) == 0 ? missing : random.below(20) == 0 ? infinity : value);
            } else {
                column.codes.push_back(static_cast<std::int32_t>(random.below(schema.levels.size() + 2)) - 2);
            }
        }
        features.push_back(column);
    }
    return features;
}

/// The way down as the description of each kind of split has it, from the arrays alone.
std::uint32_t naive_child(const Model& model, std::uint32_t number, const Column& column, std::size_t row) {
    const Tree& tree = model.tree;
    const Node& node = tree.nodes[number];
    const auto child = [&](std::size_t position) { return tree.children[node.first_child + position]; };
    if (node.kind == SplitKind::threshold) {
        const double value = column.values[row];
        if (std::isnan(value)) return child(node.missing_child);
        return child(value > node.threshold ? 1 : 0);
    }
    if (node.kind == SplitKind::is_missing) return child(std::isnan(column.values[row]) ? 0 : 1);
    const std::int32_t code = column.codes[row];
    if (code == missing_code || code == unseen_code) return child(node.missing_child);
    if (node.kind == SplitKind::multiway) return child(static_cast<std::size_t>(code));
    for (std::uint32_t i = 0; i < node.left_levels + node.right_levels; ++i)
        if (tree.levels[node.first_level + i] == code) return child(i < node.left_levels ? 0 : 1);
    return child(tree.nodes[child(1)].weight > tree.nodes[child(0)].weight ? 1 : 0);
}

std::vector<std::uint32_t> naive_path(const Model& model, const std::vector<Column>& features, std::size_t row) {
    std::vector<std::uint32_t> path = {0};
    while (model.tree.nodes[path.back()].kind != SplitKind::leaf) {
        const auto feature = static_cast<std::size_t>(model.tree.nodes[path.back()].feature);
        path.push_back(naive_child(model, path.back(), features[feature], row));
    }
    return path;
}

TEST(Predict, AgainstANaiveWalk) {
    constexpr std::size_t rows = 50;
    std::size_t deepest = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        sample::RandomModel random(seed);
        const Model model = random.make(1 + seed % 100);
        const std::vector<Column> features = random_rows(model, rows, random);
        const std::vector<Outcome> outcomes = Predictor(model).predict_all(features, rows, Threads(1));
        ASSERT_EQ(outcomes.size(), rows);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::vector<std::uint32_t> path = naive_path(model, features, row);
            deepest = std::max(deepest, path.size());
            ASSERT_EQ(path_to_leaf(model.tree, features, row), path);
            ASSERT_EQ(find_leaf(model.tree, features, row), path.back());
            ASSERT_EQ(outcomes[row].leaf, path.back());
            ASSERT_EQ(outcomes[row].label, model.tree.nodes[path.back()].label);
            ASSERT_EQ(outcomes[row].value, model.tree.nodes[path.back()].mean);
        }
    }
    EXPECT_GT(deepest, 5U);  // else nothing was tested
}

TEST(Predict, AnyNumberOfThreadsGivesTheSame) {
    sample::RandomModel random(7);
    const Model model = random.make(200);
    constexpr std::size_t rows = 50'000;
    const std::vector<Column> features = random_rows(model, rows, random);
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

TEST(Predict, AChainOfAHundredThousandNodes) {
    const Model model = sample::chain(100'000);
    const std::vector<Column> features = {{model.schema.features[0], {-1, 50'000, 1e9}, {}}};
    EXPECT_EQ(find_leaf(model.tree, features, 0), 1U);
    EXPECT_EQ(find_leaf(model.tree, features, 1), 100'001U);
    EXPECT_EQ(path_to_leaf(model.tree, features, 2).size(), 100'001U);
}

TEST(Predict, NothingIsAllocatedForARow) {
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
    EXPECT_EQ(allocation::most, before);
    EXPECT_EQ(shares, (std::vector<double>{0, 1}));
}

TEST(Probabilities, AreSharesThatSumToOne) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Model model = sample::random_model(seed, 50);
        if (model.tree.classes == 0) continue;
        const Predictor predictor(model);
        std::vector<double> shares(model.tree.classes);
        for (std::uint32_t node = 0; node < model.tree.nodes.size(); ++node) {
            predictor.probabilities(node, shares);
            ASSERT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
            for (std::size_t i = 0; i < shares.size(); ++i) ASSERT_EQ(shares[i], predictor.probability(node, i));
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
    for (const std::size_t node : {2U, 5U}) ++tree.nodes[node].first_child;
    tree.nodes.push_back(sample::leaf(1, 0));
    tree.class_weights.insert(tree.class_weights.end(), {0, 0});
    return model;
}

TEST(Probabilities, AnEmptyBranchHasItsParents) {
    const Model model = golf_with_empty_branch();
    const Predictor predictor(model);
    EXPECT_EQ(predictor.outcome_at(8).label, 1);
    EXPECT_DOUBLE_EQ(predictor.probability(8, 1), 9.0 / 14);
    EXPECT_EQ(predictor.confidence(8).low, predictor.confidence(0).low);
}

TEST(Confidence, WilsonForClassesStudentForMeans) {
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

/// Rows of golf: Outlook, Humidity, Windy; the temperature is missing and never asked for.
std::vector<Column> golf_rows(const Model& model, std::vector<std::int32_t> outlook, std::vector<double> humidity,
                              std::vector<std::int32_t> windy) {
    return {{model.schema.features[0], {}, outlook},
            {model.schema.features[1], std::vector<double>(outlook.size(), missing), {}},
            {model.schema.features[2], humidity, {}},
            {model.schema.features[3], {}, windy}};
}

TEST(Refusal, OnlyUnderMissingError) {
    Model model = sample::golf();
    const auto features = golf_rows(model, {missing_code}, {missing}, {missing_code});
    EXPECT_FALSE(Predictor(model).refuses_missing());
    EXPECT_FALSE(Predictor(model).find_refusal(features, 1));
    model.options = {{"missing", "error"}};
    EXPECT_TRUE(Predictor(model).refuses_missing());
    EXPECT_TRUE(Predictor(model).find_refusal(features, 1));
}

TEST(Refusal, NamesTheFirstCellOnAPath) {
    Model model = sample::golf();
    model.options = {{"missing", "error"}};
    const Predictor predictor(model);
    // Overcast: nothing else is asked. Rain asks for Windy, sunny for Humidity.
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
