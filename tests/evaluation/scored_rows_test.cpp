#include "treewright/evaluation/scored_rows.h"

#include <gtest/gtest.h>

#include "reference/random_case.h"
#include "training/training_run.h"
#include "treewright/rules/simplify.h"

namespace treewright {
namespace {

/// A model of a random table, of any preset, with missing values, weights and categories; nothing if the options do not fit the table.
struct RandomModel {
    TrainingSet set;
    std::optional<Model> model;

    explicit RandomModel(std::uint64_t seed) {
        const reference::Case example = reference::random_case(seed);
        set = reference::problem_of(example).set;
        TrainOptions options = unpruned(Preset::cart);
        options.grow = reference::problem_of(example).options;
        if (options.grow.missing != MissingMethod::error && seed % 2 == 0) options.grow.missing = MissingMethod::fractional;
        try {
            model = train_quietly(set, options);
        } catch (const Error&) {  // such as cost-gini without costs
        }
    }
};

void expect_row(const ScoredRows& scored, std::size_t row, const Mixture& expected) {
    const std::uint32_t found = scored.prediction[row];
    if (scored.predictions.classes == 0) {
        EXPECT_EQ(scored.predictions.values[found], expected.outcome.value);
        return;
    }
    EXPECT_EQ(scored.predictions.labels[found], expected.outcome.label);
    const auto shares = scored.predictions.probabilities_of(found);
    for (std::size_t j = 0; j < shares.size(); ++j) EXPECT_NEAR(shares[j], expected.probabilities[j], 1e-15);
    EXPECT_GT(scored.predictions.support[found], 0.0);
}

TEST(AnyPredictor, says_of_every_row_what_the_walk_of_the_row_says) {
    std::size_t models = 0;
    std::size_t several = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        const RandomModel random(seed);
        if (!random.model) continue;
        ++models;
        const AnyPredictor scorer(*random.model);
        const ScoredRows scored = score_rows(scorer, random.set, Threads(seed % 3 == 0 ? 3 : 1));
        const Predictor predictor(*random.model);
        for (std::size_t row = 0; row < random.set.rows; ++row) {
            std::vector<LeafShare> leaves = leaf_shares(random.model->tree, random.set.features, row);
            several += leaves.size() > 1 ? 1 : 0;
            Mixture expected = predictor.mixture(std::move(leaves), random.set.features, row);
            expect_row(scored, row, expected);
        }
        EXPECT_EQ(scored.weights, random.set.weights);
        ASSERT_FALSE(testing::Test::HasFailure()) << seed;
    }
    EXPECT_GT(models, 300U);
    EXPECT_GT(several, 100U);
}

TEST(AnyPredictor, rules_and_their_default) {
    std::size_t lists = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const RandomModel random(seed);
        if (!random.model || random.set.task() == Task::regression) continue;
        const Threads threads(1);
        const RuleModel rules = simplified_model(*random.model, random.set, {}, default_error_confidence, QuietRun(threads));
        const AnyPredictor scorer(rules);
        const ScoredRows scored = score_rows(scorer, random.set, threads);
        std::vector<double> shares(rules.schema.classes().size());
        for (std::size_t row = 0; row < random.set.rows; ++row) {
            const std::size_t position = find_rule(rules.list, random.set.features, row);
            shares_at(rules.list, position, shares);
            EXPECT_EQ(scored.predictions.labels[scored.prediction[row]], label_at(rules.list, position));
            const auto found = scored.predictions.probabilities_of(scored.prediction[row]);
            EXPECT_TRUE(std::equal(shares.begin(), shares.end(), found.begin()));
        }
        ++lists;
    }
    EXPECT_GT(lists, 100U);
}

/// A feature that no question asks about changes nothing, whatever is in it.
TEST(AnyPredictor, knows_what_is_asked) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomModel random(seed);
        if (!random.model) continue;
        const AnyPredictor scorer(*random.model);
        const ScoredRows before = score_rows(scorer, random.set, Threads(1));
        for (FeatureId feature = 0; feature < random.set.features.size(); ++feature) {
            if (scorer.uses_feature()[feature]) continue;
            Column& column = random.set.features[feature];
            std::fill(column.codes.begin(), column.codes.end(), missing_code);
            if (column.has_values()) column.values = Numbers(std::vector<double>(random.set.rows, 1e9));
        }
        EXPECT_EQ(score_rows(scorer, random.set, Threads(1)).prediction, before.prediction);
    }
}

TEST(ScoredRows, appended_ones_keep_what_was_said_of_them) {
    ScoredRows one;
    one.predictions.classes = 2;
    one.predictions.labels = {0, 1};
    one.predictions.probabilities.cells = {0.9, 0.1, 0.3, 0.7};
    one.predictions.support = {10, 20};
    one.prediction = {0, 1, 1};
    one.labels = {0, 0, 1};
    ScoredRows other = one;
    other.weights = {2.0, 3.0, 4.0};
    other.predictions.labels = {1, 0};
    ScoredRows both = one;
    both.append(other);
    EXPECT_EQ(both.prediction, (std::vector<std::uint32_t>{0, 1, 1, 2, 3, 3}));
    EXPECT_EQ(both.predictions.labels, (std::vector<ClassId>{0, 1, 1, 0}));
    EXPECT_EQ(both.weights, (std::vector<double>{1, 1, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace treewright
