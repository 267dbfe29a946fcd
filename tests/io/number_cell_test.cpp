#include "treewright/io/cells/number_cell.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace treewright {

namespace {

std::string random_digits(std::mt19937& random, std::size_t most) {
    std::string digits;
    for (std::size_t i = random() % (most + 1); i > 0; --i) digits += static_cast<char>('0' + random() % 10);
    return digits;
}

std::string random_number(std::mt19937& random) {
    static const std::string signs[] = {"", "", "+", "-"};
    std::string text = signs[random() % 4] + random_digits(random, 25);
    if (random() % 2 == 0) text.append(".").append(random_digits(random, 25));
    if (random() % 2 == 0)
        text.append(random() % 2 == 0 ? "e" : "E").append(signs[random() % 4]).append(random_digits(random, 3));
    return text;
}

}  // namespace

TEST(NumberCell, equals_strtod_to_the_last_bit) {
    std::mt19937 random(1);
    std::size_t numbers = 0;
    for (int i = 0; i < 200000; ++i) {
        const std::string text = random_number(random);
        const NumberCell cell = parse_number(text, false);
        char* end = nullptr;
        const double expected = std::strtod(text.c_str(), &end);
        const bool whole = !text.empty() && end == text.c_str() + text.size();
        ASSERT_EQ(cell.fit != NumberFit::none, whole) << text;
        if (!whole) continue;
        ASSERT_EQ(cell.fit == NumberFit::beyond_double, std::isinf(expected)) << text;
        if (std::isinf(expected)) continue;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(cell.value), std::bit_cast<std::uint64_t>(expected + 0.0)) << text;
        ++numbers;
    }
    EXPECT_GT(numbers, 100000u);
}

TEST(NumberCell, decimal_comma_only) {
    EXPECT_EQ(parse_number("3,5", true).value, 3.5);
    EXPECT_EQ(parse_number("-,5", true).value, -0.5);
    EXPECT_EQ(parse_number("3.5", true).fit, NumberFit::none);
    EXPECT_EQ(parse_number("3,5", false).fit, NumberFit::none);
    EXPECT_EQ(parse_number("1,2,3", true).fit, NumberFit::none);
}

TEST(NumberCell, what_is_no_number) {
    for (const char* text : {"", "+", "-", ".", "-.", "nan", "NaN", "nan(1)", "0x1p3", "1_000", "1 2", "infinit", "e5", "1e+",
                             "--1", "+-1", "+ 1", "1f"})
        EXPECT_EQ(parse_number(text, false).fit, NumberFit::none) << text;
}

TEST(NumberCell, infinity_is_a_number_and_a_huge_one_is_not) {
    EXPECT_EQ(parse_number("-iNfInItY", false).value, -INFINITY);
    EXPECT_EQ(parse_number("-iNfInItY", false).fit, NumberFit::number);
    EXPECT_EQ(parse_number("1e309", false).fit, NumberFit::beyond_double);
    EXPECT_EQ(parse_number(std::string(400, '9') + ".", false).fit, NumberFit::beyond_double);
    EXPECT_FALSE(std::signbit(parse_number("-0.0", false).value));
}

}  // namespace treewright
