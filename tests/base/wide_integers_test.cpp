// Differential test of the 256-bit and arbitrary-size integers against Boost.
#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <random>

#include "treewright/base/big_integer_internal.h"
#include "treewright/base/uint256.h"

namespace treewright {
namespace {

using boost::multiprecision::cpp_int;

cpp_int boosts(UInt128 a) { return (cpp_int(static_cast<std::uint64_t>(a >> 64)) << 64) + static_cast<std::uint64_t>(a); }
cpp_int boosts(const UInt256& a) { return (boosts(a.high) << 128) + boosts(a.low); }
cpp_int boosts(const std::vector<std::int64_t>& digits) {
    cpp_int value = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) value = (value << 32) + *digit;
    return value;
}
const cpp_int beyond = cpp_int(1) << 256;

class Numbers {
public:
    std::size_t below(std::size_t n) { return random_() % n; }
    /// Of any length.
    UInt128 any128() { return ((UInt128{random_()} << 64) | random_()) >> below(128); }
    /// Digits as exact sums leave them: of either sign, some of them longer than 32 bits.
    std::vector<std::int64_t> any_digits() {
        std::vector<std::int64_t> digits(below(8));
        for (std::int64_t& digit : digits) {
            const std::int64_t wide = static_cast<std::int64_t>(random_() >> 2) - (std::int64_t{1} << 61);
            const std::int64_t choices[] = {0, 0xffffffff, wide >> 30, -1, wide};
            digit = choices[below(5)];
        }
        return digits;
    }

private:
    std::mt19937_64 random_{14};
};

TEST(UInt256, products_differences_and_shifts) {
    Numbers numbers;
    for (int i = 0; i < 20'000; ++i) {
        const UInt128 a = numbers.any128(), b = numbers.any128();
        const UInt256 ab = product(a, b);
        const UInt256 cd = product(numbers.any128(), numbers.any128());
        const int bits = static_cast<int>(numbers.below(256));
        ASSERT_EQ(boosts(ab), boosts(a) * boosts(b));
        ASSERT_EQ(ab < cd, boosts(ab) < boosts(cd));
        ASSERT_EQ(boosts(ab - cd), (boosts(ab) - boosts(cd) + beyond) % beyond);
        ASSERT_EQ(boosts(ab << bits), (boosts(ab) << bits) % beyond);
        ASSERT_EQ(boosts(ab >> bits), boosts(ab) >> bits);
    }
}

TEST(UInt256, the_nearest_double) {
    Numbers numbers;
    for (int i = 0; i < 20'000; ++i) {
        const UInt256 any = product(numbers.any128(), numbers.any128());
        ASSERT_EQ(to_double(any), boosts(any).convert_to<double>());
    }
    const UInt256 odd{0, (UInt128{1} << 53) + 1};  // halfway between two doubles, and a little above and below it
    for (const int shift : {0, 1, 60, 100, 190}) {
        EXPECT_EQ(to_double(odd << shift), std::ldexp(0x1p53, shift));
        EXPECT_EQ(to_double((odd << (shift + 1)) - UInt256{0, 1}), std::ldexp(0x1p53, shift + 1));
        EXPECT_EQ(to_double((UInt256{0, (UInt128{1} << 54) + 3} << shift)), std::ldexp(0x1p54 + 4, shift));
    }
    EXPECT_EQ(to_double({}), 0.0);
}

TEST(BigInteger, products_differences_and_shifts) {
    Numbers numbers;
    for (int i = 0; i < 20'000; ++i) {
        const auto a = numbers.any_digits(), b = numbers.any_digits();
        const int bits = static_cast<int>(numbers.below(70));
        const BigInteger result = BigInteger(a) * BigInteger(b) - BigInteger(b).shifted_left(bits);
        const cpp_int expected = boosts(a) * boosts(b) - (boosts(b) << bits);
        ASSERT_EQ(result.sign(), expected.sign());
        ASSERT_EQ(result.bits(), expected == 0 ? 0 : static_cast<int>(msb(abs(expected))) + 1);
        std::vector<std::int64_t> digits;
        for (cpp_int rest = abs(expected); rest != 0; rest >>= 32)
            digits.push_back((rest & 0xffffffffU).convert_to<std::int64_t>() * expected.sign());
        ASSERT_EQ((result - BigInteger(digits)).sign(), 0);
    }
}

TEST(BigInteger, quotients_of_up_to_96_bits) {
    Numbers numbers;
    int divided_ones = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto a = numbers.any_digits(), b = numbers.any_digits();
        const cpp_int above = abs(boosts(a)), below = abs(boosts(b));
        if (below == 0) continue;
        const int length = above == 0 ? 0 : static_cast<int>(msb(above)) + 1;
        const int up = std::max(0, 94 - (length - static_cast<int>(msb(below)) - 1));
        const int down = std::max(0, length - static_cast<int>(msb(below)) - 1 - 94);
        const auto found = divided(BigInteger(a).shifted_left(up), BigInteger(b).shifted_left(down));
        const cpp_int numerator = above << up, denominator = below << down;
        ASSERT_EQ(boosts(found.value), numerator / denominator);
        ASSERT_EQ(found.inexact, numerator % denominator != 0);
        ++divided_ones;
    }
    EXPECT_GT(divided_ones, 10'000);
}

}  // namespace
}  // namespace treewright
