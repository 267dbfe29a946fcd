#include "treewright/rules/simplifying/row_bits.h"

#include <random>

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(RowBits, nothing_stands_behind_the_last_row) {
    for (const std::size_t rows : {0U, 1U, 63U, 64U, 65U, 200U})
        EXPECT_EQ(RowWeights({}, rows).of(all_rows(rows)), static_cast<std::int64_t>(rows));
}

TEST(RowBits, counts_bits) {
    EXPECT_EQ(population_count(0), 0);
    EXPECT_EQ(population_count(~std::uint64_t{0}), 64);
    EXPECT_EQ(population_count(0x8000000000000001U), 2);
    std::mt19937_64 random(1);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t word = random();
        EXPECT_EQ(population_count(word), __builtin_popcountll(word));
    }
}

TEST(RowWeights, whole_numbers_and_dyadic_fractions_are_exact) {
    std::mt19937_64 random(2);
    for (const double unit : {1.0, 0.25, 1024.0}) {
        std::vector<double> weights;
        RowBits some = no_rows(500);
        double expected = 0.0;
        for (std::size_t row = 0; row < 500; ++row) {
            weights.push_back(static_cast<double>(random() % 1000) * unit);
            if (random() % 2 == 0) continue;
            add_row(some, row);
            expected += weights.back();
        }
        const RowWeights sums(weights, 500);
        EXPECT_EQ(sums.real(sums.of(some)), expected);
        EXPECT_EQ(sums.real(sums.of_common(some, all_rows(500))), expected);
    }
}

TEST(RowWeights, others_are_rounded_to_one_part_in_a_million_and_have_no_order) {
    const std::vector<double> weights = {0.1, 0.2, 0.7, 1e6};
    const std::vector<double> turned = {1e6, 0.7, 0.2, 0.1};
    const RowWeights a(weights, 4);
    const RowWeights b(turned, 4);
    EXPECT_NEAR(a.real(a.of(RowBits{7})), 1.0, 3e-6);
    EXPECT_EQ(a.of(RowBits{7}), b.of(RowBits{14}));
}

TEST(RowWeights, enormous_weights_do_not_overflow) {
    const std::vector<double> weights = {1e300, 1e300};
    const RowWeights sums(weights, 2);
    EXPECT_NEAR(sums.real(sums.of(all_rows(2))) / 2e300, 1.0, 1e-9);
}

}  // namespace
}  // namespace treewright
