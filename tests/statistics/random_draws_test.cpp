#include "treewright/statistics/random_draws.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(RandomDraws, are_the_same_for_a_seed) {
    RandomDraws one(7);
    RandomDraws other(7);
    RandomDraws third(8);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const double drawn = one.uniform();
        EXPECT_TRUE(drawn > 0.0 && drawn < 1.0);
        EXPECT_EQ(drawn, other.uniform());
        differs = differs || drawn != third.uniform();
    }
    EXPECT_TRUE(differs);
}

/// Mean and variance of a Poisson number are the same. Within five standard errors; the seed is fixed.
TEST(PoissonDraw, mean_and_variance) {
    for (const double mean : {0.2, 1.0, 3.7, 40.0, 99.0, 101.0, 5000.0}) {
        RandomDraws random(11);
        const PoissonDraw poisson(mean);
        constexpr int count = 20000;
        double sum = 0.0;
        double squares = 0.0;
        for (int i = 0; i < count; ++i) {
            const double drawn = poisson(random);
            EXPECT_EQ(drawn, std::floor(drawn));
            sum += drawn;
            squares += (drawn - mean) * (drawn - mean);
        }
        EXPECT_NEAR(sum / count, mean, 5.0 * std::sqrt(mean / count));
        EXPECT_NEAR(squares / count, mean, 5.0 * std::sqrt((mean + 2.0 * mean * mean) / count));
    }
}

TEST(PoissonDraw, a_mean_of_zero_gives_zero) {
    RandomDraws random(1);
    EXPECT_EQ(PoissonDraw(0.0)(random), 0.0);
}

}  // namespace
}  // namespace treewright
