#include "treewright/export/drawing/threshold_texts.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "export/textbook.h"
#include "treewright/export/names.h"

namespace treewright {
namespace {

Model asking(double threshold, ColumnReading reading = {}) {
    Model model = textbook::chain(1);
    model.schema.features[0].reading = std::move(reading);
    model.tree.nodes[0].threshold = threshold;
    return model;
}

std::string alone(double threshold, const ColumnReading& reading = {}) {
    const Model model = asking(threshold, reading);
    return ThresholdTexts(model, {}).short_text(0).value_or("nothing");
}

std::string among(double threshold, const std::vector<double>& values) {
    const Model model = asking(threshold);
    return ThresholdTexts(model, std::vector<Column>{textbook::numbers("x", values)}).short_text(0).value_or("nothing");
}

TEST(ThresholdTexts, few_digits_stay_as_they_are) {
    for (const auto& rows : {std::vector<double>{}, std::vector<double>{70.0, 85.0}}) {
        EXPECT_EQ(among(77.5, rows), "77.5");
        EXPECT_EQ(among(0.125, rows), "0.125");
        EXPECT_EQ(among(-14.0, rows), "-14");
    }
}

TEST(ThresholdTexts, many_digits_are_rounded_as_far_as_the_rows_allow) {
    EXPECT_EQ(among(2.449999928474426, {2.4, 2.5}), "2.45");
    EXPECT_EQ(among(2.449999928474426, {2.4, 2.45}), "2.4499999");  // 2.45 itself goes the other way
    EXPECT_EQ(among(0.123456789, {0.1, 0.2}), "0.1235");
    EXPECT_EQ(among(0.123456789, {0.1234565, 0.2}), "0.1235");
    EXPECT_EQ(among(0.123456789, {0.1, 0.12347}), "0.12346");
    EXPECT_EQ(among(1234567.891, {1234000.0, 1235000.0}), "1234600");  // 1235000 itself goes the other way
    EXPECT_EQ(among(1234567.891, {1234000.0, 1236000.0}), "1235000");
}

TEST(ThresholdTexts, without_rows_digits_are_cut_and_an_ellipsis_says_so) {
    EXPECT_EQ(alone(2.449999928474426), "2.449999…");
    EXPECT_EQ(alone(-0.123456789), "-0.1234567…");
    EXPECT_EQ(alone(1234567.891), "1234567…");
    EXPECT_EQ(alone(123456789012.5), "123456789012…");
    EXPECT_EQ(alone(1.23456789123e-7), "1.234567…e-07");
    EXPECT_EQ(alone(12345678.0), "12345678");
}

TEST(ThresholdTexts, the_last_bits_of_arithmetic_are_not_told) {
    EXPECT_EQ(alone(0.1 + 0.2), "0.3");
    EXPECT_EQ(alone((0.7 + 0.8) / 2.0), "0.75");
}

TEST(ThresholdTexts, the_exact_number_is_kept_where_it_differs) {
    const Model model = asking(2.449999928474426);
    EXPECT_EQ(ThresholdTexts(model, {}).exact_text(0), "2.449999928474426");
    EXPECT_EQ(ThresholdTexts(model, std::vector<Column>{textbook::numbers("x", {2.4, 2.5})}).exact_text(0), "2.449999928474426");
    const Model plain = asking(77.5);
    EXPECT_EQ(ThresholdTexts(plain, {}).exact_text(0), std::nullopt);
    EXPECT_EQ(ThresholdTexts(plain, {}).exact_text(1), std::nullopt);  // a leaf
}

TEST(ThresholdTexts, numbers_are_written_as_in_the_table) {
    EXPECT_EQ(alone(1234.5, {.decimal_sign = ",", .thousands_separator = ".", .unit = " kg"}), "1.234,5 kg");
    EXPECT_EQ(alone(0.123456789, {.decimal_sign = ",", .prefix = "$"}), "$0,1234567…");
}

/// What a text says of a value is what the tree does with it, for every training row.
TEST(ThresholdTexts, a_rounded_threshold_divides_the_rows_as_the_tree_does) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20'000; ++i) {
        const double scale = std::pow(10.0, static_cast<double>(random() % 13) - 6.0);
        const auto number = [&] { return scale * (static_cast<double>(random() % 2'000'001) - 1e6) * (random() % 2 == 0 ? 1.0 : 1.0 / 3.0); };
        double below = number();
        double above = random() % 2 == 0 ? number() : std::nextafter(below, std::numeric_limits<double>::infinity());
        if (below == above) continue;
        if (below > above) std::swap(below, above);
        const double middle = below + (above - below) / 2.0;
        const double threshold = middle >= above ? below : middle;
        const double rounded = rounded_threshold(threshold, {below, above});
        ASSERT_LE(below, rounded) << threshold;
        ASSERT_GT(above, rounded) << threshold;
    }
}

TEST(ThresholdTexts, columns_are_found_by_name_and_missing_values_do_not_count) {
    Model model = asking(0.123456789);
    const std::vector<Column> rows = {textbook::numbers("other", {0.1234567, 0.1234568}),
                                      textbook::numbers("x", {0.1, std::numeric_limits<double>::quiet_NaN(), 0.2})};
    EXPECT_EQ(ThresholdTexts(model, rows).short_text(0), "0.1235");
    model.schema.features[0].name = "y";
    EXPECT_EQ(ThresholdTexts(model, rows).short_text(0), "0.1234567…");
}

}  // namespace
}  // namespace treewright
