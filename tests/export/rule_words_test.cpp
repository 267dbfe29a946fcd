#include "treewright/export/rule_words_internal.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

const ColumnSchema humidity = {"Humidity", ColumnType::numeric, {}};
const ColumnSchema outlook = {"Outlook", ColumnType::categorical, {"fog", "overcast", "rain", "snow", "sunny"}};

RuleCondition between(std::optional<double> above, std::optional<double> at_most) {
    RuleCondition condition;
    condition.above = above;
    condition.at_most = at_most;
    return condition;
}
RuleCondition one_of(std::vector<LevelCode> levels) {
    RuleCondition condition;
    condition.levels = std::move(levels);
    return condition;
}
RuleCondition or_missing(RuleCondition condition) {
    condition.missing = true;
    return condition;
}

TEST(ConditionSentence, numbers) {
    EXPECT_EQ(condition_sentence(between({}, 77.5), humidity), "Humidity is at most 77.5");
    EXPECT_EQ(condition_sentence(between(77.5, {}), humidity), "Humidity is above 77.5");
    EXPECT_EQ(condition_sentence(between(70, 77.5), humidity), "Humidity is above 70 and at most 77.5");
    EXPECT_EQ(condition_sentence(or_missing(between({}, 77.5)), humidity), "Humidity is at most 77.5 or missing");
    EXPECT_EQ(condition_sentence(or_missing(between(70, 77.5)), humidity), "Humidity is above 70 and at most 77.5, or missing");
    EXPECT_EQ(condition_sentence(between({}, 0.30000000000000004), humidity), "Humidity is at most 0.3");
}

TEST(ConditionSentence, known_and_missing) {
    RuleCondition missing;
    missing.known = false;
    missing.missing = true;
    EXPECT_EQ(condition_sentence(missing, humidity), "Humidity is missing");
    EXPECT_EQ(condition_sentence(RuleCondition{}, humidity), "Humidity is known");
    EXPECT_EQ(condition_sentence(or_missing(one_of({})), outlook), "Outlook is missing");
    EXPECT_EQ(condition_sentence(one_of({0, 1, 2, 3, 4}), outlook), "Outlook is known");
}

TEST(ConditionSentence, dates_times_and_ordered_levels) {
    const ColumnSchema day = {"Day", ColumnType::date, {}};
    const ColumnSchema moment = {"Moment", ColumnType::time, {}};
    const ColumnSchema size = {"Size", ColumnType::ordered, {"small", "medium", "large", "huge"}};
    EXPECT_EQ(condition_sentence(between({}, 18336.5), day), "Day is on or before 2020-03-15");
    EXPECT_EQ(condition_sentence(between(18336.5, 18400), day), "Day is after 2020-03-15 and on or before 2020-05-18");
    EXPECT_EQ(condition_sentence(between({}, 3600), moment), "Moment is at or before 1970-01-01 01:00:00");
    EXPECT_EQ(condition_sentence(between({}, 1.5), size), "Size is at most medium");
    EXPECT_EQ(condition_sentence(between(1.5, {}), size), "Size is above medium");
    EXPECT_EQ(condition_sentence(between(0.5, 1.5), size), "Size is medium");
    EXPECT_EQ(condition_sentence(between({}, 0.5), size), "Size is small");
    EXPECT_EQ(condition_sentence(between(2.5, {}), size), "Size is huge");
}

TEST(ConditionSentence, sets_of_levels) {
    EXPECT_EQ(condition_sentence(one_of({4}), outlook), "Outlook is sunny");
    EXPECT_EQ(condition_sentence(one_of({2, 4}), outlook), "Outlook is rain or sunny");
    EXPECT_EQ(condition_sentence(one_of({0, 2, 4}), outlook), "Outlook is fog, rain or sunny");
    EXPECT_EQ(condition_sentence(one_of({0, 1, 2, 3}), outlook), "Outlook is not sunny");
    EXPECT_EQ(condition_sentence(or_missing(one_of({0, 1, 2, 3})), outlook), "Outlook is fog, overcast, rain, snow or missing");
    const ColumnSchema letters = {"L", ColumnType::categorical, {"a", "b", "c", "d", "e", "f", "g"}};
    EXPECT_EQ(condition_sentence(one_of({0, 1, 2, 3, 4}), letters), "L is neither f nor g");
    // What goes this way by default is neither stated nor denied.
    RuleCondition with_default = one_of({0, 1, 2, 3});
    with_default.default_levels = {4};
    EXPECT_EQ(condition_sentence(with_default, outlook), "Outlook is fog, overcast, rain or snow");
}

TEST(ConditionSentence, long_sets_are_counted) {
    ColumnSchema town = {"Town", ColumnType::categorical, {}};
    for (int i = 10; i < 60; ++i) town.levels.push_back("town number " + std::to_string(i));
    RuleCondition condition;
    for (std::int32_t i = 0; i < 25; ++i) condition.levels.push_back(i);
    EXPECT_EQ(condition_sentence(condition, town, 40), "Town is town number 10, town number 11 or one of 23 others");
    EXPECT_EQ(condition_sentence(or_missing(condition), town, 40),
              "Town is town number 10, town number 11, one of 23 others or missing");
    EXPECT_NE(condition_sentence(condition, town, any_width).find("town number 34"), std::string::npos);
}

TEST(ConditionSentence, odd_names_stay_in_one_piece) {
    const ColumnSchema odd = {"a\nb", ColumnType::categorical, {"", "missing", "x,y"}};
    EXPECT_EQ(condition_sentence(one_of({0}), odd), "\"a\\nb\" is \"\"");
    EXPECT_EQ(condition_sentence(one_of({1, 2}), odd), "\"a\\nb\" is \"missing\" or \"x,y\"");
}

TEST(ConditionsSentence, are_joined_as_in_english) {
    Schema schema;
    schema.features = {outlook, humidity, {"Windy", ColumnType::categorical, {"false", "true"}}};
    RuleCondition sunny = one_of({4});
    RuleCondition humid = between(77.5, {});
    humid.feature = 1;
    RuleCondition windy = one_of({1});
    windy.feature = 2;
    Rule rule;
    EXPECT_EQ(conditions_sentence(rule, schema), "");
    rule.conditions = {sunny};
    EXPECT_EQ(conditions_sentence(rule, schema), "Outlook is sunny");
    rule.conditions = {sunny, humid};
    EXPECT_EQ(conditions_sentence(rule, schema), "Outlook is sunny and Humidity is above 77.5");
    rule.conditions = {sunny, humid, windy};
    EXPECT_EQ(conditions_sentence(rule, schema), "Outlook is sunny, Humidity is above 77.5, and Windy is true");
}

}  // namespace
}  // namespace treewright
