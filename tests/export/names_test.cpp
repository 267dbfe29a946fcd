#include "treewright/export/names.h"
#include "treewright/export/wording.h"

#include <gtest/gtest.h>

#include <cmath>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"

namespace treewright {
namespace {

const ColumnSchema letters{"letter", ColumnType::categorical, {"a", "b", "c", "d, e", ""}};

Split split_of_kind(SplitKind kind) {
    Split split;
    split.kind = kind;
    return split;
}

NamedSplit threshold_on(const ColumnSchema& column, double threshold) {
    NamedSplit question{split_of_kind(SplitKind::threshold), column};
    question.split.threshold = threshold;
    return question;
}

NamedSplit subset_of(const ColumnSchema& column, const std::vector<LevelCode>& left, const std::vector<LevelCode>& right) {
    NamedSplit question{split_of_kind(SplitKind::subset), column};
    question.split.left_levels = left;
    question.split.right_levels = right;
    return question;
}

TEST(Names, thresholds_are_written_in_the_type_of_the_column) {
    const ColumnSchema number{"Humidity", ColumnType::numeric, {}};
    EXPECT_EQ(branch_text(threshold_on(number, 77.5), 0), "≤ 77.5");
    EXPECT_EQ(branch_text(threshold_on(number, 77.5), 1), "> 77.5");
    EXPECT_EQ(branch_text(threshold_on(number, 0.1 + 0.2), 0), "≤ 0.3");
    EXPECT_EQ(condition_text(threshold_on(number, 77.5), 1), "Humidity > 77.5");
    NamedSplit reversed = threshold_on(number, 77.5);
    reversed.split.reversed = true;
    EXPECT_EQ(branch_text(reversed, 0), "> 77.5");
    EXPECT_EQ(branch_text(reversed, 1), "≤ 77.5");
    const ColumnSchema day{"day", ColumnType::date, {}};
    EXPECT_EQ(branch_text(threshold_on(day, *parse_date("2020-03-15") + 0.5), 0), "≤ 2020-03-15");
    const ColumnSchema size{"size", ColumnType::ordered, {"small", "medium", "large"}};
    EXPECT_EQ(branch_text(threshold_on(size, 1.5), 0), "≤ medium");
    EXPECT_EQ(branch_text(threshold_on(size, 0.5), 1), "> small");
}

TEST(Names, numbers_are_readable) {
    EXPECT_EQ(readable_number(1234567.5), "1234567.5");
    EXPECT_EQ(readable_number(2.4500000476837), "2.45");
    EXPECT_EQ(readable_number(1.0 / 3.0), "0.33333333");
    EXPECT_EQ(readable_number(123456789.0), "123456789");
    EXPECT_EQ(readable_number(-176.10000000000002), "-176.1");
    EXPECT_EQ(readable_number(INFINITY), "inf");
}

TEST(Names, sets_list_their_levels) {
    const std::vector<LevelCode> left{0, 1, 3};
    const std::vector<LevelCode> right{2};
    const NamedSplit question = subset_of(letters, left, right);
    EXPECT_EQ(branch_text(question, 0), "in {a, b, \"d, e\"}");
    EXPECT_EQ(branch_text(question, 1), "= c");
    EXPECT_EQ(condition_text(question, 0), "letter in {a, b, \"d, e\"}");
    EXPECT_EQ(condition_text(question, 1), "letter = c");
}

TEST(Names, long_sets_say_how_many_they_leave_out) {
    ColumnSchema many{"many", ColumnType::categorical, {}};
    std::vector<LevelCode> codes;
    for (int i = 0; i < 100; ++i) {
        many.levels.push_back("level" + std::to_string(1000 + i));
        codes.push_back(i);
    }
    const NamedSplit question = subset_of(many, codes, codes);
    EXPECT_EQ(branch_text(question, 0, 45), "in {level1000, level1001, … 98 more}");
    for (const std::size_t width : {32U, 40U, 60U, 200U}) EXPECT_LE(display_width(branch_text(question, 0, width)), width);
    EXPECT_EQ(branch_text(question, 0).find("…"), std::string::npos);
}

TEST(Names, levels_and_missing_values) {
    const NamedSplit multiway{split_of_kind(SplitKind::multiway), letters};
    EXPECT_EQ(branch_text(multiway, 0), "a");
    EXPECT_EQ(branch_text(multiway, 4), "\"\"");
    EXPECT_EQ(branch_text(multiway, 5), "missing");
    EXPECT_EQ(condition_text(multiway, 0), "letter = a");
    EXPECT_EQ(condition_text(multiway, 5), "letter is missing");
    EXPECT_EQ(question_text(multiway), "letter");
    const NamedSplit missing{split_of_kind(SplitKind::is_missing), letters};
    EXPECT_EQ(condition_text(missing, 0), "letter is missing");
    EXPECT_EQ(condition_text(missing, 1), "letter is known");
}

TEST(Names, odd_names_are_quoted) {
    EXPECT_EQ(shown_name("plain name, with comma"), "plain name, with comma");
    EXPECT_EQ(shown_name(""), "\"\"");
    EXPECT_EQ(shown_name(" x"), "\" x\"");
    EXPECT_EQ(shown_name("a\nb\t\x01"), "\"a\\nb\\t\\u0001\"");
    EXPECT_EQ(shown_name("a\xff"), "\"a\\xff\"");
    EXPECT_EQ(shown_name("\u202Eevil"), "\"\\u202eevil\"");
    EXPECT_EQ(shown_name("5\" pipe"), "5\" pipe");
    EXPECT_EQ(shown_name("\"quoted\\"), "\"\\\"quoted\\\\\"");
    EXPECT_EQ(shown_level("a, b"), "\"a, b\"");
    EXPECT_EQ(shown_level("missing"), "\"missing\"");
}

}  // namespace
}  // namespace treewright

namespace treewright {
namespace {

TEST(Names, the_branch_that_took_missing_rows_says_so) {
    const ColumnSchema age{"age", ColumnType::numeric, {}};
    NamedSplit question = threshold_on(age, 43.0);
    question.missing_position = 1;
    EXPECT_EQ(branch_text(question, 0), "≤ 43");
    EXPECT_EQ(branch_text(question, 1), "> 43 or missing");
}

TEST(Names, a_class_that_looks_like_a_number_comes_before_its_count) {
    EXPECT_EQ(class_count_text(68.0, "1"), "1: 68");
    EXPECT_EQ(class_count_text(68.0, "-1"), "-1: 68");
    EXPECT_EQ(class_count_text(3.0, "no"), "3 no");
    EXPECT_EQ(class_count_text(2.0, "-"), "2 -");
}

}  // namespace
}  // namespace treewright
