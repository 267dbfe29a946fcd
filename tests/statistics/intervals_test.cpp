#include "treewright/statistics/intervals.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treewright {
namespace {

void expect_interval(const Interval& interval, double low, double high) {
    EXPECT_NEAR(interval.low, low, 1e-10);
    EXPECT_NEAR(interval.high, high, 1e-10);
}

// Expected values from scipy 1.17, binomtest(...).proportion_ci(method="wilson").
TEST(WilsonInterval, known_ones) {
    expect_interval(wilson_interval(9.0 / 14, 14), 0.38764423103907397, 0.8365526824644587);
    expect_interval(wilson_interval(0, 4), 0, 0.4898908364545973);
    expect_interval(wilson_interval(1, 4), 0.5101091635454027, 1);
    expect_interval(wilson_interval(1.0 / 3, 3), 0.06149194472039626, 0.7923403991979523);
    expect_interval(wilson_interval(0.85, 1000), 0.8265313415731996, 0.8707899274869118);
}

TEST(WilsonInterval, the_ends) {
    expect_interval(wilson_interval(0.5, 0), 0, 1);
    EXPECT_EQ(wilson_interval(0, 1e-300).low, 0);
    EXPECT_EQ(wilson_interval(1, 7).high, 1);
    const Interval tiny = wilson_interval(0.5, 1e-12);
    EXPECT_TRUE(tiny.low >= 0 && tiny.high <= 1 && tiny.low < tiny.high);
    EXPECT_LT(wilson_interval(0.5, 10, 0.5).high, wilson_interval(0.5, 10, 0.99).high);
}

// Expected values from scipy 1.17, binomtest(...).proportion_ci(method="exact").
TEST(ClopperPearsonInterval, known_ones) {
    expect_interval(clopper_pearson_interval(9.0 / 14, 14), 0.3513801106159915, 0.8724015701408406);
    expect_interval(clopper_pearson_interval(0, 4), 0.0, 0.6023646356164858);
    expect_interval(clopper_pearson_interval(1, 4), 0.3976353643835142, 1.0);
    expect_interval(clopper_pearson_interval(0.85, 1000), 0.8263418714329349, 0.8715751888837979);
    expect_interval(clopper_pearson_interval(0.5, 0), 0, 1);
}

// Expected values from scipy 1.17, t.ppf.
TEST(MeanInterval, known_ones) {
    expect_interval(mean_interval({5, 4, 8}), 3.21251208176379, 6.787487918236209);
    expect_interval(mean_interval({0, 1, 2}), -12.706204736174694, 12.706204736174694);
    expect_interval(mean_interval({10, 2.5, 30.5}), 9.405048660314245, 10.594951339685755);
}

TEST(MeanInterval, the_ends) {
    for (const double weight : {0.0, 0.5, 1.0}) {
        EXPECT_EQ(mean_interval({5, 4, weight}).low, -INFINITY);
        EXPECT_EQ(mean_interval({5, 4, weight}).high, INFINITY);
    }
    expect_interval(mean_interval({5, 0, 8}), 5, 5);
    const Interval barely = mean_interval({5, 4, std::nextafter(1, 2)});
    EXPECT_FALSE(std::isnan(barely.low) || std::isnan(barely.high));
    const Interval barely_pure = mean_interval({5, 0, std::nextafter(1, 2)});
    EXPECT_FALSE(std::isnan(barely_pure.low) || std::isnan(barely_pure.high));
}

}  // namespace
}  // namespace treewright
