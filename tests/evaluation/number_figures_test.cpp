#include "treewright/evaluation/number_figures.h"

#include <cmath>

#include <gtest/gtest.h>

#include "evaluation/random_rows.h"

namespace treewright {
namespace {

struct NaiveNumbers {
    double rmse = 0.0;
    double mae = 0.0;
    double r_squared = 0.0;
};

NaiveNumbers naive_figures(const ScoredRows& rows) {
    long double total = 0, sum = 0, squares = 0, sizes = 0, around = 0;
    for (std::size_t i = 0; i < rows.rows(); ++i) {
        const long double error = rows.targets[i] - rows.predictions.values[rows.prediction[i]];
        total += rows.weight(i);
        sum += rows.weight(i) * static_cast<long double>(rows.targets[i]);
        squares += rows.weight(i) * error * error;
        sizes += rows.weight(i) * std::abs(error);
    }
    for (std::size_t i = 0; i < rows.rows(); ++i)
        around += rows.weight(i) * (rows.targets[i] - sum / total) * (rows.targets[i] - sum / total);
    return {static_cast<double>(std::sqrt(squares / total)), static_cast<double>(sizes / total),
            static_cast<double>(1.0L - squares / around)};
}

void expect_near_share(double value, double expected) {
    EXPECT_NEAR(value, expected, 1e-9 * std::max(1.0, std::abs(expected)));
}

void expect_values(const NumberFigures& figures, const NaiveNumbers& naive) {
    EXPECT_NEAR(figures.rmse.value, naive.rmse, 1e-10 * naive.rmse);
    EXPECT_NEAR(figures.mae.value, naive.mae, 1e-10 * naive.mae);
    if (figures.r_squared.is_defined()) expect_near_share(figures.r_squared.value, naive.r_squared);
}

TEST(NumberFigures, both_ways_as_the_books_define_them) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const ScoredRows rows = RandomRows(seed).of_numbers();
        const NaiveNumbers naive = naive_figures(rows);
        expect_values(drawn_number_figures(rows, {}), naive);
        expect_values(summed_number_figures(rows, {}), naive);
        if (testing::Test::HasFailure()) return;
    }
}

void expect_same_bits(const Figure& a, const Figure& b) {
    EXPECT_TRUE(a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
    EXPECT_EQ(a.interval.low, b.interval.low);
    EXPECT_EQ(a.interval.high, b.interval.high);
}

TEST(NumberFigures, the_order_of_rows_changes_no_bit) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        RandomRows random(seed);
        const ScoredRows rows = random.of_numbers();
        const ScoredRows other = random.shuffled(rows);
        for (const auto way : {drawn_number_figures, summed_number_figures}) {
            const NumberFigures figures = way(rows, {});
            const NumberFigures again = way(other, {});
            expect_same_bits(figures.rmse, again.rmse);
            expect_same_bits(figures.mae, again.mae);
            expect_same_bits(figures.r_squared, again.r_squared);
        }
    }
}

/// Two roads to an interval: where there are many rows, they must lead to the same place.
TEST(NumberFigures, intervals_hold_their_value) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        RandomRows random(seed);
        ScoredRows rows = random.of_numbers();
        if (seed % 3 == 0) {
            rows.weights.resize(rows.rows(), 1.0);
            for (double& weight : rows.weights) weight *= seed % 2 == 0 ? 0.1 : 0.003;
        }
        const NumberFigures figures = figures_of(rows, {});
        for (const Figure* figure : {&figures.rmse, &figures.mae, &figures.r_squared}) {
            if (!figure->has_interval()) continue;
            EXPECT_LE(figure->interval.low, figure->value) << seed;
            EXPECT_GE(figure->interval.high, figure->value) << seed;
        }
    }
}

TEST(NumberFigures, both_ways_agree_on_many_rows) {
    RandomRows random(3);
    ScoredRows rows;
    rows.predictions.values = {1.0, 3.0, 7.0};
    for (std::size_t i = 0; i < 4000; ++i) {
        rows.prediction.push_back(static_cast<std::uint32_t>(i % 3));
        rows.targets.push_back(rows.predictions.values[i % 3] + random.bell());
    }
    const NumberFigures drawn = drawn_number_figures(rows, {});
    const NumberFigures summed = summed_number_figures(rows, {});
    const auto expect_near = [](const Figure& a, const Figure& b) {
        const double width = b.interval.high - b.interval.low;
        EXPECT_NEAR(a.interval.low, b.interval.low, 0.1 * width);
        EXPECT_NEAR(a.interval.high, b.interval.high, 0.1 * width);
    };
    expect_near(drawn.rmse, summed.rmse);
    expect_near(drawn.mae, summed.mae);
    expect_near(drawn.r_squared, summed.r_squared);
    EXPECT_EQ(figures_of(rows, {}).rmse.method, IntervalMethod::bootstrap);
}

TEST(NumberFigures, equal_targets_have_no_r_squared) {
    ScoredRows rows;
    rows.predictions.values = {1.5, 2.5};
    rows.prediction = {0, 1, 1};
    rows.targets = {0.1, 0.1, 0.1};
    EXPECT_FALSE(drawn_number_figures(rows, {}).r_squared.is_defined());
    EXPECT_FALSE(summed_number_figures(rows, {}).r_squared.is_defined());
}

}  // namespace
}  // namespace treewright
