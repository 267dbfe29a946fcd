#include "treewright/statistics/resampled.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace treewright {
namespace {

const std::vector<double> five_folds = {0.81, 0.84, 0.79, 0.88, 0.83};

void expect_tight_interval(const Interval& interval, double low, double high) {
    EXPECT_NEAR(interval.low, low, 1e-12);
    EXPECT_NEAR(interval.high, high, 1e-12);
}

// Expected values from numpy 2.4 and scipy 1.17.
TEST(RunSpread, mean_and_deviation) {
    const RunSpread spread = spread_of(five_folds);
    EXPECT_EQ(spread.runs, 5U);
    EXPECT_NEAR(spread.mean, 0.83, 1e-15);
    EXPECT_NEAR(spread.deviation, 0.03391164991562632, 1e-15);
    EXPECT_EQ(spread_of(std::vector(10, 0.1)).deviation, 0.0);
}

TEST(RunInterval, plain_and_corrected) {
    const RunSpread spread = spread_of(five_folds);
    expect_tight_interval(plain_run_interval(spread), 0.8002756744608115, 0.8597243255391882);
    expect_tight_interval(corrected_run_interval(spread, {1, 4}), 0.7668396877701155, 0.8931603122298842);
}

TEST(RunInterval, one_run_says_nothing) {
    const RunSpread spread = spread_of(std::vector{0.8});
    EXPECT_EQ(plain_run_interval(spread).high, INFINITY);
    EXPECT_EQ(corrected_run_interval(spread, {1, 9}).low, -INFINITY);
    EXPECT_EQ(corrected_run_test(std::vector{0.1}, {1, 9}).p_value, 1.0);
}

TEST(RunTest, corrected) {
    const RunTest test = corrected_run_test(std::vector{0.01, 0.03, -0.01, 0.02, 0.04}, {1, 4});
    EXPECT_NEAR(test.t, 1.3949716649258312, 1e-12);
    EXPECT_NEAR(test.p_value, 0.23549636025944315, 1e-12);
}

TEST(RunTest, the_ends) {
    EXPECT_EQ(corrected_run_test(std::vector{0.0, 0.0, 0.0}, {1, 2}).p_value, 1.0);
    const RunTest always = corrected_run_test(std::vector{-0.1, -0.1, -0.1}, {1, 2});
    EXPECT_EQ(always.t, -INFINITY);
    EXPECT_EQ(always.p_value, 1.0);
    EXPECT_EQ(corrected_run_test(std::vector{0.3 - 0.2, 0.4 - 0.3}, {1, 2}).t, INFINITY);
}

// By hand: 2·(1 + 10)/2^10 with one against nine, 2/2^10 with none against ten.
TEST(SignTest, by_hand) {
    EXPECT_NEAR(sign_test(1, 9), 22.0 / 1024.0, 1e-15);
    EXPECT_NEAR(sign_test(10, 0), 2.0 / 1024.0, 1e-15);
    EXPECT_EQ(sign_test(5, 5), 1.0);
    EXPECT_EQ(sign_test(0, 0), 1.0);
    EXPECT_LT(sign_test(2.5, 8.5), sign_test(3, 8));
}

// By hand: 0.01·4, then 0.02·3 = 0.06, then 0.03·2 = 0.06, 0.04·1 below the largest so far.
TEST(Holm, by_hand) {
    const std::vector<double> adjusted = holm_adjusted(std::vector{0.04, 0.01, 0.03, 0.02});
    const std::vector<double> expected = {0.06, 0.04, 0.06, 0.06};
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
    EXPECT_EQ(holm_adjusted(std::vector{0.9, 0.8}), (std::vector{1.0, 1.0}));
    EXPECT_TRUE(holm_adjusted({}).empty());
}

}  // namespace
}  // namespace treewright
