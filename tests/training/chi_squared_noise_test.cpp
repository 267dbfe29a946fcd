// What χ² pruning leaves of trees that grew on noise, where every question is wrong: the one place where the right share of mistakes
// is known.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "training/training_run.h"

namespace treewright {
namespace {

constexpr int tables = 1000;
constexpr double level = 0.05;

/// Labels tossed by a coin.
TrainingSet tossed(std::size_t rows, std::mt19937_64& random) {
    TrainingSet set;
    set.rows = rows;
    set.target.schema = {"y", ColumnType::categorical, {"a", "b"}};
    for (std::size_t row = 0; row < rows; ++row) set.target.codes.push_back(level_code(random() >> 63U));
    return set;
}

/// A category of two levels with as many rows each.
TrainingSet with_two_levels(std::size_t rows, std::mt19937_64& random) {
    TrainingSet set = tossed(rows, random);
    Column column;
    column.schema = {"c", ColumnType::categorical, {"l", "r"}};
    for (std::size_t row = 0; row < rows; ++row) column.codes.push_back(level_code(row % 2));
    set.features.push_back(std::move(column));
    return set;
}

/// Numbers without ties.
TrainingSet with_numbers(std::size_t rows, std::size_t features, std::mt19937_64& random) {
    TrainingSet set = tossed(rows, random);
    for (FeatureId feature = 0; feature < features; ++feature) {
        std::vector<double> values;
        for (std::size_t row = 0; row < rows; ++row) values.push_back(std::ldexp(static_cast<double>(random() >> 11U), -53));
        Column column;
        column.schema = {"x" + std::to_string(feature), ColumnType::numeric, {}};
        column.values = Numbers(std::move(values));
        set.features.push_back(std::move(column));
    }
    return set;
}

TrainOptions chi_squared(Adjust adjust) {
    TrainOptions options = unpruned(Preset::cart);
    options.prune.method = PruneMethod::chi_squared;
    options.grow.significance = level;
    options.grow.adjust = adjust;
    return options;
}

/// The share of tables whose tree keeps its first question.
template <class Make>
double share_with_a_question(const TrainOptions& options, const Make& make) {
    int kept = 0;
    for (int seed = 1; seed <= tables; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        kept += train_quietly(make(random), options).tree.nodes.size() > 1 ? 1 : 0;
    }
    return static_cast<double>(kept) / tables;
}

/// How far a share of `tables` strays from its mean, in one of a thousand runs (normal approximation, two-sided).
double reach(double share) { return 3.29 * std::sqrt(share * (1.0 - share) / tables); }

TEST(ChiSquaredOnNoise, one_question_is_kept_as_often_as_the_test_says) {
    // Counts are whole numbers, so that the test does not reach 5 % exactly: with 100 rows a level, two binomials of ½ lie so far apart
    // in 5.6 % of all cases, with 120 in 4.5 %; with 110, as here, in 5.03 %. So the share of 1,000 trees is between 2.8 and 7.3 %.
    constexpr double true_level = 0.0503;
    const double share =
        share_with_a_question(chi_squared(Adjust::none), [](std::mt19937_64& random) { return with_two_levels(220, random); });
    EXPECT_NEAR(share, true_level, reach(true_level));
}

TEST(ChiSquaredOnNoise, among_many_questions_the_correction_keeps_the_level) {
    // Fully grown trees: their small nodes are where χ² alone would take a single odd row at the end of a feature for a finding (60 % of
    // these trees kept a question before the exact test took its place there).
    const auto make = [](std::mt19937_64& random) { return with_numbers(100, 10, random); };
    TrainOptions options = chi_squared(Adjust::bonferroni);
    EXPECT_LE(share_with_a_question(options, make), level + reach(level));
    options.grow.adjust = Adjust::none;
    EXPECT_GT(share_with_a_question(options, make), 0.9);
}

TEST(ChiSquaredOnNoise, as_a_stopping_rule_the_correction_keeps_the_level_at_any_size_of_branches) {
    TrainOptions options = unpruned(Preset::cart);
    options.grow.stop_test = StopTest::chi_squared;
    EXPECT_LE(share_with_a_question(options, [](std::mt19937_64& random) { return with_numbers(100, 10, random); }),
              level + reach(level));
}

}  // namespace
}  // namespace treewright
