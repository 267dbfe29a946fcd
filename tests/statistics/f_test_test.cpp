#include "treewright/statistics/f_test.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treewright {
namespace {

// Expected values from scipy 1.17, f_oneway and f.sf.
TEST(FTest, known_ones) {
    const FTest three = f_test(3, 9, {86, 6});
    EXPECT_NEAR(three.statistic, 43, 1e-12);
    EXPECT_NEAR(three.p_value / 0.000277389660557245, 1, 1e-11);
    EXPECT_NEAR(f_test(3, 15, {129.7333333333334, 389.2}).p_value / 0.17797851562500006, 1, 1e-11);
    EXPECT_NEAR(f_test(3, 100.5, {7.0, 97.5}).p_value / 0.03404519735076666, 1, 1e-11);  // F = 3.5 with 2 and 97.5
    EXPECT_NEAR(f_test(4, 1004, {3000, 1000}).p_value / 2.0414790948622483e-300, 1, 1e-9);
}

TEST(FTest, the_ends) {
    EXPECT_EQ(f_test(3, 9, {1, 0}).p_value, 0);
    EXPECT_TRUE(std::isinf(f_test(3, 9, {1, 0}).statistic));
    EXPECT_EQ(f_test(3, 9, {0, 0}).p_value, 1);
    EXPECT_EQ(f_test(3, 9, {0, 5}).p_value, 1);
    EXPECT_EQ(f_test(3, 3, {5, 0}).p_value, 1);  // no residual degrees of freedom
    EXPECT_EQ(f_test(3, 2, {5, 1}).p_value, 1);
    EXPECT_EQ(f_test(1, 9, {5, 1}).p_value, 1);
    EXPECT_EQ(f_test(2, 9, {1e308, 1e-308}).p_value, 0);
    EXPECT_NEAR(f_test(2, 9, {1e-308, 1e308}).p_value, 1, 1e-12);
}

}  // namespace
}  // namespace treewright
