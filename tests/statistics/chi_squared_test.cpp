#include "treewright/statistics/chi_squared.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace treewright {
namespace {

using Table = std::vector<double>;

void expect_near(double value, double expected) { EXPECT_NEAR(value, expected, 1e-11 * std::abs(expected)); }

TEST(ChiSquared, weather_outlook) {
    const ChiSquared test = chi_squared_test(Table{2, 3, 4, 0, 3, 2}, 2);
    EXPECT_NEAR(test.statistic, 3.547, 5e-4);
    EXPECT_NEAR(test.p_value, 0.170, 5e-4);
    EXPECT_EQ(test.degrees, 2);
    expect_near(test.statistic, 3.546666666666666);
    expect_near(test.p_value, 0.16976615743981124);
}

// Expected values from scipy 1.17, chi2_contingency without correction.
TEST(ChiSquared, others) {
    const ChiSquared three = chi_squared_test(Table{10, 20, 30, 6, 9, 17, 1, 2, 40}, 3);
    expect_near(three.statistic, 22.842784257169768);
    expect_near(three.p_value, 0.0001361202365248225);
    EXPECT_EQ(three.degrees, 4);
    expect_near(chi_squared_test(Table{100, 20, 6, 900}, 2).p_value, 5.0007270892781167e-172);
}

TEST(ChiSquared, empty_rows_and_columns_do_not_count) {
    const ChiSquared full = chi_squared_test(Table{2, 3, 4, 0, 3, 2}, 2);
    const ChiSquared padded = chi_squared_test(Table{2, 0, 3, 0, 0, 0, 4, 0, 0, 3, 0, 2}, 3);
    EXPECT_EQ(padded.statistic, full.statistic);
    EXPECT_EQ(padded.degrees, full.degrees);
    EXPECT_EQ(padded.p_value, full.p_value);
}

TEST(ChiSquared, nothing_to_test) {
    for (const Table& table : {Table{}, Table{0, 0, 0, 0}, Table{3, 4, 0, 0}, Table{3, 0, 4, 0}}) {
        const ChiSquared test = chi_squared_test(table, 2);
        EXPECT_EQ(test.p_value, 1);
        EXPECT_EQ(test.degrees, 0);
        EXPECT_EQ(test.statistic, 0);
    }
}

TEST(ChiSquared, independent_and_extreme) {
    EXPECT_NEAR(chi_squared_test(Table{10, 20, 20, 40}, 2).p_value, 1, 1e-7);
    EXPECT_EQ(chi_squared_test(Table{1e6, 0, 0, 1e6}, 2).p_value, 0);
    const double huge = chi_squared_test(Table{1e300, 1, 1, 1e300}, 2).p_value;
    EXPECT_TRUE(huge >= 0 && huge <= 1);
}

}  // namespace
}  // namespace treewright
