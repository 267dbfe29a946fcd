#include "treewright/statistics/code_length.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treewright {
namespace {

TEST(CodeLength, counts_what_can_be_chosen) {
    EXPECT_NEAR(log2_choose(5, 2), std::log2(10), 1e-12);
    EXPECT_NEAR(log2_choose(7, 0), 0.0, 1e-12);
    EXPECT_EQ(choice_bits(1), 0.0);
    EXPECT_EQ(choice_bits(0), 0.0);
    EXPECT_EQ(choice_bits(8), 3.0);
    EXPECT_EQ(subset_bits(2), 0.0);
    EXPECT_NEAR(subset_bits(4), std::log2(7), 1e-12);
    EXPECT_NEAR(subset_bits(1000), 999.0, 1e-9);
}

TEST(CodeLength, errors_of_a_leaf) {
    EXPECT_NEAR(error_bits(0, 7, 2), 3.0, 1e-12);                  // eight counts are possible
    EXPECT_NEAR(error_bits(2, 7, 2), 3.0 + std::log2(21), 1e-12);  // and 21 places for two errors
    // with five classes: the one that most have, and one of the four others for each error
    EXPECT_NEAR(error_bits(2, 7, 5), 3.0 + std::log2(21) + std::log2(5) + 2 * 2.0, 1e-12);
}

TEST(CodeLength, numbers_of_a_leaf) {
    const double variance = (3 * 2.0 + 10.0) / 4;
    EXPECT_NEAR(number_bits({3, 2.0, 10.0}), 1.5 * std::log2(2 * std::numbers::pi * std::numbers::e * variance) + 2.0, 1e-12);
    EXPECT_EQ(number_bits({0, 0.0, 1.0}), 0.0);
    EXPECT_EQ(number_bits({5, 0.0, 0.0}), 0.0);
    EXPECT_LT(number_bits({50, 1.0, 10.0}), number_bits({50, 4.0, 10.0}));
}

}  // namespace
}  // namespace treewright
