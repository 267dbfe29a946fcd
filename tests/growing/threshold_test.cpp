#include "treewright/growing/threshold.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace treewright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();

TEST(Threshold, stands_halfway) {
    EXPECT_EQ(halfway(70, 85), 77.5);
    EXPECT_EQ(halfway(-1, 1), 0.0);
    EXPECT_EQ(halfway(-largest, largest), 0.0);  // the sum would overflow
    EXPECT_EQ(halfway(1e308, 1.5e308), 1.25e308);
}

TEST(Threshold, between_neighbours_it_is_the_lower_one) {
    EXPECT_EQ(halfway(1.0, std::nextafter(1.0, 2.0)), 1.0);
    EXPECT_EQ(halfway(0.0, 5e-324), 0.0);
    EXPECT_EQ(halfway(-5e-324, 0.0), -5e-324);
}

TEST(Threshold, next_to_infinity_it_is_the_last_finite_number_that_separates) {
    EXPECT_EQ(halfway(3.0, infinity), largest);
    EXPECT_EQ(halfway(largest, infinity), largest);
    EXPECT_EQ(halfway(-infinity, 3.0), -largest);
    EXPECT_TRUE(separable(-infinity, 3.0));
    EXPECT_FALSE(separable(-infinity, -largest));
    EXPECT_TRUE(separable(largest, infinity));
}

RC_GTEST_PROP(Threshold, separates, (double a, double b)) {
    RC_PRE(std::isfinite(a) && std::isfinite(b) && a != b);
    if (a > b) std::swap(a, b);
    const double t = halfway(a, b);
    RC_ASSERT(std::isfinite(t) && a <= t && t < b);
}

TEST(Threshold, data_value_is_the_largest_of_the_table_not_above) {
    const std::vector<double> values = {65, 70, 75, 78, 80};
    EXPECT_EQ(value_not_above(values, 77.5), 75.0);
    EXPECT_EQ(value_not_above(values, 78.0), 78.0);
    EXPECT_EQ(value_not_above(values, 60.0), 60.0);
    EXPECT_EQ(value_not_above(std::vector<double>{-infinity, 3.0}, -largest), -largest);
}

}  // namespace
}  // namespace treewright
