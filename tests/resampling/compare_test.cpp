#include "treewright/resampling/compare.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

CrossValidation rounds(const std::vector<double>& losses, std::size_t leaves) {
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

ComparisonResult compared(std::vector<CrossValidation> learners) {
    ComparisonResult result;
    result.learners = std::move(learners);
    result.comparison = compare_learners(result.learners);
    return result;
}

TEST(Standing, puts_learners_by_what_can_be_said_of_them_and_the_best) {
    const Standing standing = standing_of(compared({rounds({0.31, 0.30, 0.33, 0.29, 0.32}, 1),  // beaten, and smallest of all
                                                    rounds({0.11, 0.11, 0.10, 0.10, 0.11}, 4),  // level with the best
                                                    rounds({0.10, 0.12, 0.11, 0.09, 0.10}, 9),  // its equal
                                                    rounds({0.10, 0.12, 0.11, 0.09, 0.10}, 8)}));  // the best
    EXPECT_EQ(standing.equal, (std::vector<std::size_t>{2, 3}));
    EXPECT_EQ(standing.beaten, (std::vector<std::size_t>{0}));
    EXPECT_EQ(standing.level_with, (std::vector<std::size_t>{1}));
    EXPECT_EQ(standing.smallest, 1U);
}

}  // namespace
}  // namespace treewright
