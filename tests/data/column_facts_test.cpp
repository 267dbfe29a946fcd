#include "treewright/data/column_facts.h"

#include <gtest/gtest.h>

#include <limits>

#include "data/tables.h"
#include "treewright/base/spelling.h"

namespace treewright {
namespace {

TEST(ColumnFacts, of_a_number) {
    const ColumnFacts facts = facts_of(numbers("x", {3, 1, missing_number, 1, 7}), {});
    EXPECT_EQ(facts.known, 4.0);
    EXPECT_EQ(facts.missing, 1.0);
    EXPECT_EQ(facts.distinct, 3U);
    EXPECT_EQ(facts.lowest, 1.0);
    EXPECT_EQ(facts.highest, 7.0);
    EXPECT_EQ(facts.mean, 3.0);
    EXPECT_FALSE(facts.is_constant || facts.counts_rows || facts.looks_like_identifier);
}

TEST(ColumnFacts, weights_count) {
    const ColumnFacts facts = facts_of(numbers("x", {3, 1, missing_number}), {0.5, 1.5, 4});
    EXPECT_EQ(facts.known, 2.0);
    EXPECT_EQ(facts.missing, 4.0);
    EXPECT_EQ(facts.mean, 1.5);
    EXPECT_EQ(facts_of(words("c", {"b", "a", "b"}), {1, 2, 3}).level_weights, (std::vector<double>{2, 4}));
}

TEST(ColumnFacts, an_infinite_value_is_a_value_but_not_in_the_mean) {
    const ColumnFacts facts = facts_of(numbers("x", {std::numeric_limits<double>::infinity(), 2, 4}), {});
    EXPECT_EQ(facts.known, 3.0);
    EXPECT_EQ(facts.distinct, 3U);
    EXPECT_EQ(facts.mean, 3.0);
}

TEST(ColumnFacts, constants) {
    EXPECT_TRUE(facts_of(numbers("x", {2, 2, missing_number}), {}).is_constant);
    EXPECT_TRUE(facts_of(numbers("x", {missing_number}), {}).is_constant);
    EXPECT_TRUE(facts_of(words("c", {"?", "a"}), {}).is_constant);
    EXPECT_FALSE(facts_of(words("c", {"b", "a"}), {}).is_constant);
}

TEST(ColumnFacts, an_identifier_is_a_category_with_95_percent_distinct_of_at_least_4_rows) {
    EXPECT_TRUE(facts_of(words("id", {"a", "b", "c", "d"}), {}).looks_like_identifier);
    EXPECT_FALSE(facts_of(words("id", {"a", "b", "c"}), {}).looks_like_identifier);
    EXPECT_TRUE(facts_of(words("id", {"a", "b", "c", "d", "?", "?"}), {}).looks_like_identifier);  // of the known rows
    const ColumnFacts weighted = facts_of(words("id", {"a", "b", "c", "d"}), {2, 2, 2, 2});
    EXPECT_FALSE(weighted.looks_like_identifier);  // a weight is a number of rows
    EXPECT_TRUE(weighted.differs_in_rows);
    EXPECT_FALSE(facts_of(words("c", {"a", "b", "a", "d"}), {}).differs_in_rows);
    EXPECT_FALSE(facts_of(numbers("x", {1, 2.5, 3, 4}), {}).looks_like_identifier);
    std::vector<std::string> cells;
    for (char c = 'a'; c < 'a' + 20; ++c) cells.emplace_back(1, c);
    cells[1] = cells[0];  // 19 of 20 are 95 %
    EXPECT_TRUE(facts_of(words("id", cells), {}).looks_like_identifier);
    cells[2] = cells[0];
    EXPECT_FALSE(facts_of(words("id", cells), {}).looks_like_identifier);
}

TEST(ColumnFacts, the_identifier_rule_counts_weight) {
    EXPECT_FALSE(
        facts_of(words("id", {"a", "b", "c", "d"}), {1, 1, 1, 2}).looks_like_identifier);  // as five rows with four values
    EXPECT_TRUE(facts_of(words("id", {"a", "b", "c", "d"}), {1, 1, 1, 1}).looks_like_identifier);
}

TEST(ColumnFacts, from_50_rows_on_an_identifier_has_fewer_than_two_rows_per_level) {
    const auto facts_of_levels = [](std::size_t rows, std::size_t levels) {
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < rows; ++row) cells.push_back("l" + std::to_string(row % levels));
        return facts_of(words("id", cells), {});
    };
    EXPECT_TRUE(facts_of_levels(50, 26).looks_like_identifier);
    EXPECT_FALSE(facts_of_levels(50, 25).looks_like_identifier);
    EXPECT_FALSE(facts_of_levels(49, 26).looks_like_identifier);  // small tables often have few rows per level
    EXPECT_TRUE(facts_of_levels(50, 17).has_rare_levels);
    EXPECT_FALSE(facts_of_levels(51, 17).has_rare_levels);
    EXPECT_FALSE(facts_of_levels(49, 17).has_rare_levels);
    const std::vector<double> twice(50, 2.0);  // as 100 rows
    std::vector<std::string> cells;
    for (std::size_t row = 0; row < 50; ++row) cells.push_back("l" + std::to_string(row % 30));
    EXPECT_FALSE(facts_of(words("id", cells), twice).looks_like_identifier);
    EXPECT_TRUE(facts_of(words("id", cells), twice).differs_in_rows);
}

TEST(ColumnFacts, quartiles_lie_between_rows) {
    const std::array<double, 3> four = {1.5, 2.5, 6.5};
    EXPECT_EQ(quartiles_of(numbers("x", {10, 2, missing_number, 3, 1})), four);
    const std::array<double, 3> five = {2, 3, 4};
    EXPECT_EQ(quartiles_of(numbers("x", {5, 4, 3, 2, 1})), five);
    Column ranks = numbers("size", {0, 1, 2, 2});
    ranks.schema.type = ColumnType::ordered;
    const std::array<double, 3> of_ranks = {0, 1, 2};
    EXPECT_EQ(quartiles_of(ranks), of_ranks) << "an order has no halves";
    EXPECT_FALSE(quartiles_of(numbers("x", {missing_number})));
}

TEST(ColumnFacts, integers_that_count_the_rows) {
    EXPECT_TRUE(facts_of(numbers("n", {4, 2, 3, 1}), {}).counts_rows);
    EXPECT_FALSE(facts_of(numbers("n", {4, 2, 3, 6}), {}).counts_rows);
    EXPECT_FALSE(facts_of(numbers("n", {1, 2, 2, 3}), {}).counts_rows);
    EXPECT_FALSE(facts_of(numbers("n", {1.5, 2.5, 3.5}), {}).counts_rows);
}

TEST(ColumnFacts, a_code_far_from_the_rest) {
    std::vector<double> ages;
    for (int i = 0; i < 60; ++i) ages.push_back(18 + i);
    const auto with = [&](std::vector<double> more) {
        std::vector<double> all = ages;
        all.insert(all.end(), more.begin(), more.end());
        std::vector<double> found;
        for (const FarCode& code : far_codes_in(numbers("age", all))) found.push_back(code.value);
        return found;
    };
    using Codes = std::vector<double>;
    EXPECT_EQ(with({99, 99}), Codes{99.0});
    EXPECT_EQ(with({999, missing_number, 999}), Codes{999.0});
    EXPECT_EQ(with({-1, -1, -1}), Codes{-1.0});
    EXPECT_EQ(with({-999, -999}), Codes{-999.0});
    EXPECT_EQ(with({}), Codes{});
    EXPECT_EQ(with({99}), Codes{});          // once may be a value
    EXPECT_EQ(with({98, 98}), Codes{});      // not a usual code
    EXPECT_EQ(with({97, 99, 99}), Codes{});  // not far
    EXPECT_EQ(with({-2, -1, -1, -1}), Codes{});
    EXPECT_EQ(with({99, 99, -1, -1}), (Codes{99.0, -1.0}));  // refused, not asked
    EXPECT_EQ(with({999, 99, -1}), (Codes{99.0, 999.0, -1.0}));
    EXPECT_EQ(with({97, 99, 999, 999}), Codes{999.0});                    // 99 is an age
    EXPECT_EQ(far_codes_in(numbers("x", {1, 2, 3, 99, 99})).size(), 0U);  // hardly any others
    // The only negative number, as frequent as others: a temperature.
    EXPECT_EQ(far_codes_in(numbers("t", {-1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 11, 11})).size(), 0U);
    EXPECT_EQ(remark_on_codes("age", {{99.0, 2}}),
              "'age' is 99 in 2 rows, far from its other values: if that means missing, use " + named("na", "'age=99'"));
    EXPECT_EQ(remark_on_codes("age", {{99.0, 2}, {-1.0, 1}}),
              "'age' is 99 in 2 rows and -1 in 1 row, far from its other values: if these mean missing, use " +
                  named("na", "'age=99,-1'"));
}

TEST(ColumnFacts, spellings) {
    EXPECT_EQ(remark_on_spellings("c", facts_of(words("c", {"a", "b"}), {}).variants), std::nullopt);
    EXPECT_EQ(remark_on_spellings("c", facts_of(words("c", {"NO", "No", "YES", "Yes", "no"}), {}).variants),
              "'c' has levels that differ only in case or blanks ('NO', 'No', 'no'; 1 more level likewise): " +
                  named("fold-case") + " makes them one");
}

}  // namespace
}  // namespace treewright
