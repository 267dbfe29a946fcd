#include "treewright/base/order_free_sum.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace treewright {
namespace {

double sum_of(const std::vector<double>& numbers) {
    return order_free_sum(numbers.size(), [&](std::size_t i) { return numbers[i]; });
}

TEST(OrderFreeSum, no_order_changes_a_bit) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> bell;
    for (int turn = 0; turn < 1000; ++turn) {
        std::vector<double> numbers(1 + random() % 50);
        for (double& number : numbers) number = bell(random) * std::pow(10.0, static_cast<double>(random() % 8));
        const double sum = sum_of(numbers);
        long double expected = 0.0;
        double largest = 0.0;
        for (const double number : numbers) {
            expected += number;
            largest = std::max(largest, std::abs(number));
        }
        EXPECT_NEAR(sum, static_cast<double>(expected), 1e-15 * largest);
        std::shuffle(numbers.begin(), numbers.end(), random);
        EXPECT_EQ(sum_of(numbers), sum);
    }
}

TEST(OrderFreeSum, whole_numbers_are_exact) { EXPECT_EQ(sum_of({1e15, 3.0, -1e15, 0.5}), 3.5); }

TEST(OrderFreeSum, the_ends) {
    EXPECT_EQ(sum_of({}), 0.0);
    EXPECT_EQ(sum_of({0.0, 0.0}), 0.0);
    EXPECT_EQ(sum_of({5e-324, 5e-324}), 1e-323);
    EXPECT_NEAR(sum_of({1e308, -1e308, 1e300}), 1e300, 1e308 * 0x1p-60);
    EXPECT_EQ(sum_of({INFINITY, 1.0}), INFINITY);
}

TEST(UnitSum, multiples_of_its_step_are_exact) {
    UnitSum sum;
    for (int i = 0; i < 4096; ++i) sum.add(i % 2 == 0 ? 1.0 : 0.25);
    sum.settle();
    for (int i = 0; i < 4096; ++i) sum.add(0.5);
    EXPECT_EQ(sum.value(), 2048 * 1.25 + 2048);
}

}  // namespace
}  // namespace treewright
