#include "treewright/base/fixed_moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "treewright/base/exact_sum.h"

namespace treewright {
namespace {

/// The numbers by both ways; fails if the fixed one refuses them.
void expect_exact_digits(const std::vector<double>& numbers) {
    ScaleFinder finder;
    ExactMoments exact;
    for (const double number : numbers) {
        finder.add(number);
        exact.add(1.0, number);
    }
    const auto scale = finder.scale(numbers.size());
    ASSERT_TRUE(scale.has_value());
    FixedMoments fixed;
    for (const double number : numbers) fixed.add(scale->multiple(number));
    EXPECT_EQ(fixed.mean(*scale), exact.mean());
    EXPECT_EQ(fixed.variance(*scale), exact.variance());
}

TEST(FixedMoments, the_scale_is_that_of_the_lowest_bit) {
    const auto scale_of = [](std::vector<double> numbers) {
        ScaleFinder finder;
        for (const double number : numbers) finder.add(number);
        return finder.scale(numbers.size());
    };
    EXPECT_EQ(scale_of({})->exponent(), 0);
    EXPECT_EQ(scale_of({0.0, -0.0})->exponent(), 0);
    EXPECT_EQ(scale_of({12.0, -8.0})->exponent(), 2);
    EXPECT_EQ(scale_of({0.75, 3.0})->exponent(), -2);
    EXPECT_EQ(scale_of({0.75})->multiple(-0.75), -3);
    EXPECT_FALSE(scale_of({1.0, 0x1p-60})) << "61 bits apart";
    EXPECT_FALSE(scale_of({0x1p-1074})) << "too near the end of the doubles";
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 100000; ++trial) {  // against frexp and ldexp
        const double number = std::ldexp(static_cast<double>(random() % 4096 + 1), static_cast<int>(random() % 700) - 350);
        int exponent = 0;
        double fraction = std::frexp(number, &exponent);
        for (; fraction != std::floor(fraction); --exponent) fraction *= 2;
        EXPECT_EQ(scale_of({number})->exponent(), exponent) << number;
    }
}

TEST(FixedMoments, have_the_digits_of_exact_sums) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 20000; ++trial) {
        std::vector<double> numbers(1 + random() % (trial % 10 == 0 ? 3000 : 12));
        const int bits = 1 + static_cast<int>(random() % 45);
        const int exponent = static_cast<int>(random() % 600) - 300;
        const auto offset = static_cast<std::int64_t>(random() % (std::uint64_t{1} << bits));
        for (double& number : numbers) {
            const auto multiple = static_cast<std::int64_t>(random() % (std::uint64_t{1} << bits)) - offset;
            number = std::ldexp(static_cast<double>(multiple), exponent);
        }
        expect_exact_digits(numbers);
    }
}

TEST(FixedMoments, floats_of_usual_sizes_have_a_scale) {
    std::mt19937_64 random(2);
    std::vector<double> numbers(100000);
    for (double& number : numbers) number = static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-50 - 4.0);
    expect_exact_digits(numbers);
}

TEST(FixedMoments, numbers_without_a_common_scale_are_refused) {
    for (const double odd : {1e-300, 1e300, 5e-324, 0.1}) {
        ScaleFinder finder;
        finder.add(1e20);
        finder.add(odd);
        EXPECT_FALSE(finder.scale(2).has_value()) << odd;
    }
}

}  // namespace
}  // namespace treewright
