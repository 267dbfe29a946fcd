#include "treewright/evaluation/calibration.h"

#include <gtest/gtest.h>

#include <random>

#include "evaluation/random_rows.h"

namespace treewright {
namespace {

TEST(Calibration, by_hand) {
    OutcomeTable table;
    table.predictions.classes = 2;
    table.predictions.labels = {0, 1};
    table.predictions.probabilities.cells = {0.8, 0.2, 0.4, 0.6};
    table.predictions.support = {10.0, 10.0};
    table.weights.cells = {30.0, 10.0, 20.0, 40.0};
    const Calibration of_second = calibrate(table, 1, {});
    ASSERT_EQ(of_second.bins.size(), 2U);
    EXPECT_EQ(of_second.bins[0].predicted, 0.2);
    EXPECT_EQ(of_second.bins[0].observed.value, 0.25);
    EXPECT_EQ(of_second.bins[1].rows, 60.0);
    EXPECT_NEAR(of_second.bins[1].observed.value, 40.0 / 60.0, 1e-15);
    EXPECT_NEAR(of_second.expected_error, 0.4 * 0.05 + 0.6 * (40.0 / 60.0 - 0.6), 1e-15);
    // Without a class: what the predicted one was given, and whether it was so.
    const Calibration of_predicted = calibrate(table, std::nullopt, {});
    EXPECT_EQ(of_predicted.bins[0].predicted, 0.6);
    EXPECT_EQ(of_predicted.bins[1].predicted, 0.8);
    EXPECT_EQ(of_predicted.bins[1].observed.value, 0.75);
}

/// What a model that says just what is so gets, drawn 2,000 times.
TEST(Calibration, by_chance) {
    constexpr int draws = 2000;
    std::mt19937_64 engine(3);
    double expected = 0.0;
    double by_chance = 0.0;
    for (int draw = 0; draw < draws; ++draw) {
        OutcomeTable table;
        table.predictions = {2, {0, 0, 1}, {{0.9, 0.1, 0.7, 0.3, 0.2, 0.8}, {}}, {10.0, 10.0, 10.0}, {}};
        for (const double second : {0.1, 0.3, 0.8}) {
            const int hits = std::binomial_distribution<int>(60, second)(engine);
            table.weights.cells.insert(table.weights.cells.end(), {60.0 - hits, 1.0 * hits});
        }
        const Calibration calibration = calibrate(table, 1, {});
        expected += calibration.expected_error / draws;
        by_chance += calibration.by_chance / draws;
    }
    EXPECT_NEAR(expected, by_chance, 0.02 * by_chance);
}

/// Bins hold all rows once, rise, are ten at most, and no leaf is torn apart.
TEST(Calibration, what_holds_for_any_table) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        RandomRows random(seed);
        const ScoredRows rows = random.of_classes();
        const OutcomeTable table = count_outcomes(rows);
        const Calibration calibration = calibrate(table, 0, {});
        double total = 0.0;
        double before = -1.0;
        for (const CalibrationBin& bin : calibration.bins) {
            EXPECT_GT(bin.lowest, before);
            EXPECT_LE(bin.lowest, bin.predicted + 1e-15);
            EXPECT_LE(bin.predicted, bin.highest + 1e-15);
            before = bin.highest;
            total += bin.rows;
        }
        EXPECT_LE(calibration.bins.size(), 10U);
        const std::vector<double> totals = class_totals(table);
        EXPECT_NEAR(total, std::accumulate(totals.begin(), totals.end(), 0.0), 1e-9);
    }
}

}  // namespace
}  // namespace treewright
