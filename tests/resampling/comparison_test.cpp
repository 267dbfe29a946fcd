#include "treewright/resampling/comparison.h"

#include <gtest/gtest.h>

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
