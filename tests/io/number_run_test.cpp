#include "treewright/io/cells/number_run.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "treewright/io/cells/number_cell.h"

namespace treewright {

namespace {

/// A number as files have them: mostly short, of any shape, now and then long or no number at all.
std::string random_cell(std::mt19937& random) {
    static const std::string signs[] = {"", "", "", "-", "+"};
    const auto digits = [&](std::size_t most) {
        std::string text;
        for (std::size_t i = random() % (most + 1); i > 0; --i) text += static_cast<char>('0' + random() % 10);
        return text;
    };
    const std::size_t most = random() % 8 == 0 ? 20 : 8;
    std::string text = signs[random() % 5] + digits(most);
    if (random() % 3 > 0) text += "." + digits(most);
    if (random() % 16 == 0) text += "e" + signs[random() % 5] + digits(3);
    if (random() % 64 == 0 && !text.empty()) text[random() % text.size()] = static_cast<char>(' ' + random() % 90);
    return text;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

}  // namespace

/// What is read quickly, by vectors or by words, is strtod's double to the last bit, and has the spelling that it says it has.
TEST(NumberRun, equals_strtod_to_the_last_bit) {
    std::mt19937 random(11);
    std::size_t vectors = 0, words = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        const std::string cell = random_cell(random);
        const std::string padded = std::string(64, '7') + cell + ",.5-" + std::string(64, '3');
        const std::uint32_t end = static_cast<std::uint32_t>(64 + cell.size());
        PlainNumber number;
        const bool fits = read_numbers({padded.data(), 64, &end, 1, '.'}, &number) == 1;
        const QuickNumber word = quick_number(padded.data() + 64, cell.size(), '.');
        char* last = nullptr;
        const double expected = std::strtod(cell.c_str(), &last) + 0.0;
        const bool whole = !cell.empty() && *last == '\0';
        if (fits) {
            ++vectors;
            ASSERT_TRUE(whole) << cell;
            ASSERT_EQ(bits(number.value), bits(expected)) << cell;
            ASSERT_TRUE(number.odd || plain_spelling(expected, false) == cell) << cell;
        }
        if (word.fits) {
            ++words;
            ASSERT_TRUE(whole) << cell;
            ASSERT_EQ(bits(word.value), bits(expected)) << cell;
            ASSERT_TRUE(word.odd || plain_spelling(expected, false) == cell) << cell;
        }
        const NumberCell general = parse_number(cell, false);
        if (general.fit == NumberFit::number) {
            ASSERT_TRUE(whole) << cell;
            ASSERT_EQ(bits(general.value), bits(expected)) << cell;
        }
    }
    EXPECT_GT(vectors, 500'000u);
    EXPECT_GT(words, 400'000u);
}

TEST(NumberRun, stops_at_the_first_field_that_is_no_plain_number) {
    const std::string text = std::string(64, ' ') + "1,-2.5,007,x,4" + std::string(64, '\n');
    const std::uint32_t ends[] = {65, 70, 74, 76, 78};
    PlainNumber numbers[5];
    ASSERT_EQ(read_numbers({text.data(), 64, ends, 5, '.'}, numbers), 3u);
    EXPECT_EQ(numbers[1].value, -2.5);
    EXPECT_FALSE(numbers[0].odd);
    EXPECT_TRUE(numbers[1].odd && numbers[2].odd);
}

TEST(NumberRun, decimal_comma) {
    const std::string text = std::string(64, ' ') + "1,5;1.5" + std::string(64, '\n');
    const std::uint32_t ends[] = {67, 71};
    PlainNumber numbers[2];
    ASSERT_EQ(read_numbers({text.data(), 64, ends, 2, ','}, numbers), 1u);
    EXPECT_EQ(numbers[0].value, 1.5);
}

}  // namespace treewright
