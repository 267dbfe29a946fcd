// The numbers that the textbooks print for their tables, by the criteria alone: counts are (yes, no).
#include <gtest/gtest.h>

#include <cmath>

#include "criteria/sums_of.h"
#include "treewright/statistics/chi_squared.h"

namespace treewright {
namespace {

constexpr double printed = 0.0005;  // three decimals
const std::unique_ptr<Criterion> entropy_made = criterion_named(CriterionName::information_gain);
const Criterion& entropy = *entropy_made;

double entropy_of(const std::vector<std::int64_t>& counts) { return entropy.impurity(sums_of(counts)); }

TEST(WorkedExamples, golf_entropies) {
    EXPECT_NEAR(entropy_of({9, 5}), 0.940, printed);
    EXPECT_NEAR(entropy_of({3, 2}), 0.971, printed);                                               // Outlook = rain
    EXPECT_NEAR(entropy_of({9, 5}) - gain_of(entropy, {{6, 2}, {3, 3}}), 0.892, printed);          // given Windy
    EXPECT_NEAR(entropy_of({9, 5}) - gain_of(entropy, {{4, 0}, {3, 2}, {2, 3}}), 0.694, printed);  // given Outlook
}

TEST(WorkedExamples, golf_gains) {
    EXPECT_NEAR(gain_of(entropy, {{6, 2}, {3, 3}}), 0.048, printed);
    EXPECT_NEAR(gain_of(entropy, {{4, 0}, {3, 2}, {2, 3}}), 0.247, printed);
}

TEST(WorkedExamples, golf_gini_and_its_cost_matrix) {
    EXPECT_NEAR(criterion_named(CriterionName::gini)->impurity(sums_of({9, 5})), 0.459, printed);
    // λ(yes, no) = 1, λ(no, yes) = 5, with yes the first class.
    EXPECT_NEAR(criterion_named(CriterionName::cost_gini, {}, {2, {0, 1, 5, 0}})->impurity(sums_of({9, 5})), 1.378, printed);
}

TEST(WorkedExamples, weather_gains) {
    EXPECT_NEAR(gain_of(entropy, {{4, 0}, {3, 2}, {2, 3}}), 0.247, printed);  // outlook
    EXPECT_NEAR(gain_of(entropy, {{3, 1}, {2, 2}, {4, 2}}), 0.029, printed);  // temp
    EXPECT_NEAR(gain_of(entropy, {{3, 4}, {6, 1}}), 0.152, printed);          // humidity
    EXPECT_NEAR(gain_of(entropy, {{6, 2}, {3, 3}}), 0.048, printed);          // windy
    EXPECT_NEAR(entropy_of({3, 4}), 0.985, printed);
    EXPECT_NEAR(entropy_of({6, 1}), 0.592, printed);
}

TEST(WorkedExamples, weather_under_sunny) {
    EXPECT_NEAR(gain_of(entropy, {{1, 0}, {0, 2}, {1, 1}}), 0.571, printed);  // temp
    EXPECT_NEAR(gain_of(entropy, {{0, 3}, {2, 0}}), 0.971, printed);          // humidity
    EXPECT_NEAR(gain_of(entropy, {{1, 2}, {1, 1}}), 0.020, printed);          // windy
}

TEST(WorkedExamples, weather_gain_ratios) {
    std::vector<std::vector<std::int64_t>> rows(9, {1, 0});
    rows.resize(14, {0, 1});
    const double id_gain = gain_of(entropy, rows);
    EXPECT_NEAR(id_gain, 0.940, printed);
    EXPECT_NEAR(id_gain / split_information(14, std::vector<double>(14, 1.0)), 0.247, printed);
    const double outlook_information = split_information(14, std::vector<double>{4, 5, 5});
    EXPECT_NEAR(outlook_information, 1.577, printed);
    EXPECT_NEAR(gain_of(entropy, {{4, 0}, {3, 2}, {2, 3}}) / outlook_information, 0.156, printed);
}

TEST(WorkedExamples, numeric_weather_at_70_5) { EXPECT_NEAR(gain_of(entropy, {{4, 1}, {5, 4}}), 0.045, printed); }

TEST(WorkedExamples, shapes) {
    EXPECT_NEAR(entropy_of({5, 3}), 0.954, printed);
    EXPECT_NEAR(gain_of(entropy, {{3, 0}, {2, 2}, {0, 1}}), 0.454, printed);  // circle, square, triangle
    EXPECT_NEAR(gain_of(entropy, {{2, 3}, {3, 0}}), 0.348, printed);          // blue, red
}

TEST(WorkedExamples, subscribers) {
    EXPECT_NEAR(entropy_of({10, 7}), 0.977, printed);
    EXPECT_NEAR(entropy_of({2, 4}), 0.918, printed);  // Student/Postdoc
    EXPECT_EQ(entropy_of({3, 3}), 1.0);               // Self Employed
    EXPECT_EQ(entropy_of({5, 0}), 0.0);               // Employed
    const double employment = gain_of(entropy, {{2, 4}, {3, 3}, {5, 0}});
    EXPECT_NEAR(entropy_of({10, 7}) - employment, 0.677, printed);
    EXPECT_NEAR(employment, 0.300, printed);
    EXPECT_NEAR(gain_of(entropy, {{5, 5}, {5, 2}}), 0.034, printed);  // Degree
    EXPECT_NEAR(gain_of(entropy, {{4, 4}, {6, 3}}), 0.021, printed);  // Alumnus
    EXPECT_NEAR(gain_of(entropy, {{3, 7}, {7, 0}}), 0.459, printed);  // Height at 176.1
}

TEST(WorkedExamples, chi_squared_of_outlook) {
    const ChiSquared test = chi_squared_test(std::vector<double>{4, 0, 3, 2, 2, 3}, 2);
    EXPECT_NEAR(test.statistic, 3.547, printed);
    EXPECT_EQ(test.degrees, 2.0);
    EXPECT_NEAR(test.p_value, 0.170, printed);
}

TEST(WorkedExamples, cost_gini_can_lose) {
    const auto costs = criterion_named(CriterionName::cost_gini, {}, {3, {0, 1, 0.1, 1, 0, 0.1, 0.1, 0.1, 0}});
    EXPECT_NEAR(gain_of(*costs, {{10, 10, 0}, {0, 0, 20}}), -0.075, 1e-12);
}

// Hastie, Tibshirani, Friedman, 9.2.3: 400 rows of each class. Both splits leave a quarter of the rows wrong; Gini prefers the second, which
// makes a pure branch.
TEST(WorkedExamples, misclassification_does_not_see_the_pure_branch) {
    const auto error = criterion_named(CriterionName::misclassification);
    const auto gini = criterion_named(CriterionName::gini);
    EXPECT_EQ(error->impurity(sums_of({400, 400})), 0.5);
    EXPECT_EQ(gain_of(*error, {{300, 100}, {100, 300}}), 0.25);
    EXPECT_EQ(gain_of(*error, {{200, 400}, {200, 0}}), 0.25);
    EXPECT_DOUBLE_EQ(gain_of(*gini, {{300, 100}, {100, 300}}), 0.125);
    EXPECT_DOUBLE_EQ(gain_of(*gini, {{200, 400}, {200, 0}}), 1.0 / 6.0);
}

TEST(WorkedExamples, misclassification_of_golf) {
    const auto error = criterion_named(CriterionName::misclassification);
    EXPECT_DOUBLE_EQ(error->impurity(sums_of({9, 5})), 5.0 / 14.0);
    EXPECT_DOUBLE_EQ(gain_of(*error, {{4, 0}, {3, 2}, {2, 3}}), 1.0 / 14.0);  // Outlook
    EXPECT_EQ(gain_of(*error, {{6, 2}, {3, 3}}), 0.0);                        // Windy
    // With twice the weight on "no" it is the heaviest class: 9 of 19 are wrong, and 2 + 2·2 of 19 given Outlook.
    const auto weighted = criterion_named(CriterionName::misclassification, {1.0, 2.0});
    EXPECT_DOUBLE_EQ(weighted->impurity(sums_of({9, 5})), 9.0 / 19.0);
    EXPECT_DOUBLE_EQ(gain_of(*weighted, {{4, 0}, {3, 2}, {2, 3}}), 9.0 / 19.0 - 5.0 / 19.0);
}

TEST(WorkedExamples, tsallis_by_hand) {
    EXPECT_NEAR(tsallis_of(0.5)->impurity(sums_of({1, 1})), 2.0 * (std::sqrt(2.0) - 1.0), 1e-15);
    EXPECT_NEAR(tsallis_of(0.75)->impurity(sums_of({1, 1})), 4.0 * (std::pow(2.0, 0.25) - 1.0), 1e-15);
    EXPECT_NEAR(tsallis_of(1.0)->impurity(sums_of({1, 1})), std::log(2.0), 1e-15);
    EXPECT_NEAR(tsallis_of(2.0)->impurity(sums_of({1, 1})), 0.5, 1e-15);
    EXPECT_NEAR(tsallis_of(3.0)->impurity(sums_of({9, 5})), (1.0 - (729.0 + 125.0) / 2744.0) / 2.0, 1e-15);
    // A class of 1 in 16, at the order 1/2: (1 − 1/4 − √15/4)/(−1/2).
    EXPECT_NEAR(tsallis_of(0.5)->impurity(sums_of({1, 15})), 2.0 * (0.25 + std::sqrt(15.0) / 4.0 - 1.0), 1e-15);
}

TEST(WorkedExamples, squared_error_is_the_variance_around_the_mean) {
    // Targets 1, 2, 3 and 10 as integers: mean 4, variance 12.5; {1, 2, 3} | {10} leaves 0.5.
    Sums low(1), high(1);
    for (const std::int64_t y : {1, 2, 3}) {
        low.weight += 1;
        low.slots[0] += y;
        low.squares += static_cast<UInt128>(y * y);
    }
    high.weight = 1;
    high.slots[0] = 10;
    high.squares = 100;
    const auto criterion = criterion_named(CriterionName::squared_error);
    EXPECT_DOUBLE_EQ(criterion->impurity(low + high), 12.5);
    EXPECT_DOUBLE_EQ(criterion->gain(low + high, std::vector<Sums>{low, high}), 12.0);
}

}  // namespace
}  // namespace treewright
