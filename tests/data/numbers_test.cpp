#include "treewright/data/numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <vector>

namespace treewright {
namespace {

TEST(Numbers, reads_a_callers_floats_where_they_lie) {
    std::array<float, 3> memory = {0.1F, -0.0F, NAN};
    const Numbers numbers = Numbers::borrow(std::span<const float>(memory));
    EXPECT_EQ(numbers.size(), 3U);
    EXPECT_EQ(numbers[0], static_cast<double>(0.1F));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(numbers[1]), 0U) << "-0 is +0";
    EXPECT_TRUE(std::isnan(numbers[2]));
    memory[0] = 7.0F;
    EXPECT_EQ(numbers[0], 7.0) << "not a copy";
}

TEST(Numbers, reads_the_columns_of_a_row_major_matrix) {
    std::array<double, 6> matrix = {1.0, 10.0, -0.0, 20.0, NAN, 30.0};
    const Numbers first = Numbers::borrow(Strided<double>(matrix.data(), 3, 2));
    const Numbers backwards = Numbers::borrow(Strided<double>(matrix.data() + 5, 3, -2));
    EXPECT_EQ(first.size(), 3U);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(first[1]), 0U) << "-0 is +0";
    EXPECT_TRUE(std::isnan(first[2]));
    EXPECT_EQ(backwards, (Numbers{30.0, 20.0, 10.0}));
    EXPECT_EQ(backwards.range().lowest, 10.0);
    EXPECT_EQ(backwards.range().highest, 30.0);
    matrix[0] = 7.0;
    EXPECT_EQ(first[0], 7.0) << "not a copy";
}

TEST(Numbers, an_owner_keeps_borrowed_memory) {
    auto memory = std::make_shared<const std::vector<double>>(3, 2.5);
    const std::weak_ptr<const std::vector<double>> watched = memory;
    {
        Numbers numbers = Numbers::borrow(std::span<const double>(*memory), memory);
        memory.reset();
        const Numbers copy = numbers;
        EXPECT_EQ(copy[2], 2.5);
        numbers.own()[0] = 1.0;
        EXPECT_FALSE(watched.expired()) << "the copy still has it";
    }
    EXPECT_TRUE(watched.expired());
}

TEST(Numbers, shared_numbers_are_copied_without_their_memory) {
    Numbers numbers{1.0, 2.0};
    numbers.share();
    const Numbers copy = numbers;
    const auto address = [](auto span) -> const void* { return &span[0]; };
    EXPECT_EQ(copy.visit(address), numbers.visit(address));
    EXPECT_EQ(copy, (Numbers{1.0, 2.0}));
}

TEST(Numbers, the_range_is_that_of_the_known_numbers) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::mt19937_64 random(1);
    for (std::size_t size = 0; size < 70; ++size) {
        std::vector<double> own(size);
        double lowest = infinity;
        double highest = -infinity;
        std::size_t known = 0;
        for (double& number : own) {
            const auto kind = random() % 12;
            number = kind == 0 ? NAN : kind == 1 && size % 3 == 0 ? -infinity : static_cast<double>(random() % 2000) - 1000.0;
            if (std::isnan(number)) continue;
            lowest = std::min(lowest, number);
            highest = std::max(highest, number);
            ++known;
        }
        const std::vector<float> floats(own.begin(), own.end());
        for (const Numbers& numbers : {Numbers(own), Numbers::borrow(std::span<const float>(floats))}) {
            EXPECT_EQ(numbers.range().lowest, lowest) << size;
            EXPECT_EQ(numbers.range().highest, highest) << size;
            EXPECT_EQ(numbers.range().known, known) << size;
            Numbers::Range parts = numbers.range(0, size / 3);
            parts.merge(numbers.range(size / 3, size - size / 3));
            EXPECT_EQ(parts.lowest, lowest) << size;
            EXPECT_EQ(parts.highest, highest) << size;
            EXPECT_EQ(parts.known, known) << size;
        }
    }
}

TEST(Numbers, a_kept_range_holds_until_the_numbers_change) {
    Numbers numbers{1.0, 2.0};
    numbers.keep_range(numbers.range());
    const Numbers copy = numbers;
    numbers.own()[1] = 5.0;
    EXPECT_EQ(numbers.range().highest, 5.0);
    EXPECT_EQ(copy.range().highest, 2.0);
}

TEST(Numbers, changing_borrowed_numbers_copies_them_first) {
    const std::array<double, 2> memory = {1.5, 2.5};
    Numbers numbers = Numbers::borrow(std::span<const double>(memory));
    numbers.own()[0] = 9.0;
    EXPECT_EQ(memory[0], 1.5);
    EXPECT_EQ(numbers, (Numbers{9.0, 2.5}));
}

TEST(Numbers, visit_gives_the_type_in_memory) {
    const std::array<float, 1> memory = {1.0F};
    const auto bytes = [](auto span) { return sizeof(span[0]); };
    EXPECT_EQ(Numbers::borrow(std::span<const float>(memory)).visit(bytes), 4U);
    EXPECT_EQ(Numbers({1.0}).visit(bytes), 8U);
}

}  // namespace
}  // namespace treewright
