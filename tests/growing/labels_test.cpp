#include "treewright/growing/labels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "treewright/base/error.h"

namespace treewright {
namespace {

TrainingSet regression(std::vector<double> targets, std::vector<double> weights = {}) {
    TrainingSet set;
    set.rows = targets.size();
    set.target.schema = {"y", ColumnType::numeric, {}};
    set.target.values = std::move(targets);
    set.weights = std::move(weights);
    return set;
}

TrainingSet classes(std::vector<LevelCode> codes, std::vector<double> weights = {}) {
    TrainingSet set;
    set.rows = codes.size();
    set.target.schema = {"y", ColumnType::categorical, {"A", "B"}};
    set.target.codes = std::move(codes);
    set.weights = std::move(weights);
    return set;
}

void make_labels(const TrainingSet& set) { const Labels labels(set); }

Sums sums_of(const Labels& labels, std::vector<RowId> rows) { return labels.sums_of(rows); }

TEST(Labels, class_counts_are_integers) {
    const TrainingSet set = classes({0, 1, 1});
    const Labels labels(set);
    const Sums sums = sums_of(labels, {0, 1, 2});
    EXPECT_EQ(sums.weight, 3);
    EXPECT_EQ(sums.slots, (FewIntegers{1, 2}));
    EXPECT_EQ(labels.weight_bits(), 0);
}

TEST(Labels, dyadic_weights_are_exact) {
    const TrainingSet set = classes({0, 1, 1}, {0.25, 3, 1.5});
    const Labels labels(set);
    EXPECT_EQ(labels.weight_bits(), 2);
    const Sums sums = sums_of(labels, {0, 1, 2});
    EXPECT_EQ(sums.weight, 19);
    EXPECT_EQ(labels.real_weight(sums.weight), 4.75);
}

TEST(Labels, weights_beyond_fixed_point_are_told) {
    EXPECT_THROW(make_labels(classes({0, 1}, {1e16, 1})), Error);
    EXPECT_THROW(make_labels(classes({0, 1}, {1e-9, 1e-9})), Error);
    EXPECT_NO_THROW(make_labels(classes({0, 1}, {1e12, 1e-12})));
}

/// q of the highest target: the largest s with (hi − lo)·2^s·max(1, total weight) < 2^62.
TEST(Labels, targets_use_all_bits_that_sums_leave) {
    const TrainingSet set = regression({0, 0.5, 1});
    const Labels labels(set);
    const Sums top = sums_of(labels, {2});
    const Sums half = sums_of(labels, {1});
    EXPECT_EQ(top.slots[0], std::int64_t{1} << 60);  // 3 · 2^60 < 2^62 < 3 · 2^61
    EXPECT_EQ(half.slots[0] * 2, top.slots[0]);
    EXPECT_LT(sums_of(labels, {0, 1, 2}).slots[0], std::int64_t{1} << 62);
}

TEST(Labels, targets_are_rounded_to_the_nearest_and_halves_to_the_even_one) {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 2000; ++trial) {
        const double range = std::ldexp(1.0 + static_cast<double>(random() % 1000) / 7, static_cast<int>(random() % 40) - 20);
        std::vector<double> targets{0.0, range};
        for (int i = 0; i < 5; ++i) targets.push_back(range * static_cast<double>(random() >> 11) * 0x1p-53);
        const TrainingSet set = regression(targets);
        const Labels labels(set);
        int bits = 0;
        std::frexp(static_cast<double>(labels.product(1)) / range, &bits);
        for (RowId row = 0; row < targets.size(); ++row)
            EXPECT_EQ(labels.product(row), std::llrint(std::ldexp(targets[row], bits - 1))) << trial;
    }
}

TEST(Labels, an_integer_weight_equals_that_many_targets) {
    const TrainingSet weighted_set = regression({1, 2.25, 7}, {1, 3, 2});
    const TrainingSet repeated_set = regression({1, 2.25, 2.25, 2.25, 7, 7});
    const Labels weighted(weighted_set);
    const Labels repeated(repeated_set);
    EXPECT_EQ(sums_of(weighted, {0, 1, 2}), sums_of(repeated, {0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(sums_of(weighted, {1}), sums_of(repeated, {1, 2, 3}));
}

TEST(Labels, rows_move_between_sums) {
    const TrainingSet set = regression({1, 2.5, 7});
    const Labels labels(set);
    Sums from = sums_of(labels, {0, 1, 2});
    Sums to(1);
    labels.move(1, from, to);
    EXPECT_EQ(from, sums_of(labels, {0, 2}));
    EXPECT_EQ(to, sums_of(labels, {1}));
}

TEST(Labels, a_range_too_wide_for_squares_is_told) {
    EXPECT_THROW(make_labels(regression({1e200, -1e200})), Error);
    EXPECT_NO_THROW(make_labels(regression({1e200, 1e200})));
    EXPECT_NO_THROW(make_labels(regression({1e100, -1e100})));
}

}  // namespace
}  // namespace treewright
