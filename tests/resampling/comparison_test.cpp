#include "treewright/resampling/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

namespace treewright {
namespace {

CrossValidation learner(const std::vector<double>& losses, std::size_t leaves) {
    CrossValidation validation;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        Round round;
        round.fold = i;
        round.training_weight = 90.0;
        round.test_weight = 10.0;
        round.loss = losses[i];
        round.leaves = leaves;
        validation.rounds.push_back(round);
    }
    return validation;
}

TEST(Comparison, tells_a_real_difference_from_chance) {
    const std::vector<CrossValidation> learners = {learner({0.10, 0.12, 0.11, 0.09, 0.10}, 9),
                                                   learner({0.31, 0.30, 0.33, 0.29, 0.32}, 3),
                                                   learner({0.11, 0.11, 0.10, 0.10, 0.11}, 4)};
    const Comparison comparison = compare_learners(learners);
    ASSERT_EQ(comparison.pairs.size(), 3U);
    EXPECT_EQ(comparison.best, 0U);
    const PairResult clear = pair_of(comparison, 1, 0);
    EXPECT_EQ(clear.wins, 0U);
    EXPECT_EQ(clear.defeats, 5U);
    EXPECT_NEAR(clear.difference, 0.206, 1e-12);
    EXPECT_LT(clear.adjusted, 0.01);
    const PairResult close = pair_of(comparison, 0, 2);
    EXPECT_EQ(close.wins, 3U);
    EXPECT_EQ(close.defeats, 2U);
    EXPECT_GT(close.adjusted, 0.05);
    // Holm multiplies the smallest p by the number of pairs.
    EXPECT_NEAR(std::min(clear.adjusted, pair_of(comparison, 1, 2).adjusted),
                3.0 * std::min(clear.test.p_value, pair_of(comparison, 1, 2).test.p_value), 1e-12);
}

/// Ten rounds of ten rows, of which the learner gets those from `first` up to `last` wrong.
CrossValidation learner_with_rows(std::size_t first, std::size_t last) {
    CrossValidation validation = learner(std::vector(10, static_cast<double>(last - first) / 10.0), 2);
    validation.held_out.scored.predictions = {2, {0, 1}, {{1, 0, 0, 1}, {}}, {90, 90}, {}};
    for (std::size_t row = 0; row < 100; ++row) {
        validation.held_out.scored.prediction.push_back(row % 10 >= first && row % 10 < last ? 1 : 0);
        validation.held_out.scored.labels.push_back(0);
    }
    return validation;
}

TEST(Comparison, of_rounds_that_all_differ_by_the_same_asks_the_rows) {
    const PairResult clear = compare_learners({learner_with_rows(0, 5), learner_with_rows(0, 0)}).pairs.front();
    EXPECT_TRUE(clear.by_rows);
    EXPECT_NEAR(clear.test.p_value, std::pow(0.5, 49), 1e-20);  // 50 rows against none
    const PairResult unclear = compare_learners({learner_with_rows(0, 5), learner_with_rows(5, 9)}).pairs.front();
    EXPECT_TRUE(unclear.by_rows);
    EXPECT_NEAR(unclear.test.p_value, sign_test(50, 40), 1e-15);
    EXPECT_GT(unclear.adjusted, 0.3);
    // Each repeat asks the same rows: they count once in all.
    CrossValidation again = learner_with_rows(0, 5);
    CrossValidation best = learner_with_rows(0, 0);
    for (CrossValidation* each : {&again, &best})
        for (std::size_t i = 5; i < 10; ++i) each->rounds[i].repeat = 1;
    EXPECT_NEAR(compare_learners({again, best}).pairs.front().test.p_value, sign_test(25, 0), 1e-15);
}

TEST(Comparison, of_equals_prefers_fewer_leaves) {
    const std::vector<CrossValidation> learners = {learner({0.1, 0.2, 0.3}, 9), learner({0.3, 0.2, 0.1}, 3)};
    EXPECT_EQ(compare_learners(learners).best, 1U);
    EXPECT_EQ(compare_learners({learner({0.1, 0.1}, 2), learner({0.1, 0.1}, 2)}).pairs[0].ties, 2U);
}

TEST(Comparison, what_rounding_leaves_is_no_difference) {
    std::vector<CrossValidation> learners(2);
    for (std::size_t i = 0; i < 3; ++i) {
        Round round;
        round.training_weight = 20.0, round.test_weight = 10.0, round.loss = 0.275;
        learners[0].rounds.push_back(round);
        round.loss = 0.275 + 5.6e-17;
        learners[1].rounds.push_back(round);
    }
    const PairResult pair = compare_learners(learners).pairs.front();
    EXPECT_EQ(pair.ties, 3U);
    EXPECT_EQ(pair.difference, 0.0);
    EXPECT_EQ(pair.test.p_value, 1.0);
}

}  // namespace
}  // namespace treewright
