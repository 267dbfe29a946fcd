#include "treewright/prediction/walk/compact_tree.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "tree/sample_models.h"

namespace treewright {
namespace {

void compare_around(double threshold) {
    const auto rounded = rounded_down<float>(threshold);
    const auto nearest = static_cast<float>(threshold);
    for (const float start : {nearest, rounded, 0.0F, -0.0F, INFINITY, -INFINITY, 1e-45F, -1e-45F})
        for (const float cell : {start, std::nextafter(start, INFINITY), std::nextafter(start, -INFINITY)})
            ASSERT_EQ(cell <= rounded, static_cast<double>(cell) <= threshold) << cell << " and " << threshold;
}

TEST(RoundedDown, a_float_is_at_most_the_rounded_threshold_if_it_is_at_most_the_threshold) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200'000; ++i) {
        const auto threshold = std::bit_cast<double>(random());  // all magnitudes, most of them beyond floats
        const double near_floats = std::ldexp(static_cast<double>(random()) / 0x1p64, static_cast<int>(random() % 290) - 165);
        if (std::isfinite(threshold)) compare_around(threshold);
        compare_around(i % 2 == 0 ? near_floats : -near_floats);
        compare_around(static_cast<double>(static_cast<float>(near_floats)));
    }
    constexpr double largest = std::numeric_limits<float>::max();
    for (const double threshold : {0.0, 5e-324, -5e-324, 1e-46, -1e-46, largest, -largest, std::nextafter(largest, 1e300),
                                   std::nextafter(-largest, -1e300), std::nextafter(-largest, 0.0), 1e308, -1e308})
        compare_around(threshold);
}

TEST(LevelKey, a_key_for_each_code) {
    EXPECT_EQ(level_key(unseen_code, 3), 0U);
    EXPECT_EQ(level_key(missing_code, 3), 1U);
    EXPECT_EQ(level_key(0, 3), 2U);
    EXPECT_EQ(level_key(2, 3), 4U);
    EXPECT_EQ(level_key(3, 3), 5U);
    EXPECT_EQ(level_key(INT32_MAX, 3), 5U);
    EXPECT_EQ(level_key(INT32_MIN, 3), 0U);
    EXPECT_EQ(level_keys(3), 6U);
}

TEST(CompactTree, is_small) {
    EXPECT_EQ(sizeof(CompactNode<float>), 12U);
    EXPECT_EQ(sizeof(CompactNode<double>), 16U);
}

TEST(CompactTree, children_stand_side_by_side_and_the_heavier_ones_next) {
    const CompactTree<double> tree = make_compact<double>(sample::chain(3));
    // The root, its leaf and the rest of the chain, the leaf of that …: the leaf of `missing_child` 0 comes second.
    EXPECT_EQ(tree.numbers, (std::vector<std::uint32_t>{0, 2, 1, 4, 3, 6, 5}));
    EXPECT_EQ(tree.shallowest, 1U);
    EXPECT_EQ(tree.deepest, 3U);
    EXPECT_FALSE(tree.has_categories);
    EXPECT_TRUE(make_compact<float>(sample::golf()).has_categories);
}

}  // namespace
}  // namespace treewright
