#include "treewright/resampling/split_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "data/tables.h"

namespace treewright {
namespace {

/// 90 rows of 'a' and 10 of 'b', by turns of ten; a row of 'b' without a class.
Table table_of_two_classes() {
    std::vector<std::string> classes;
    std::vector<double> numbers_of_rows;
    for (int row = 0; row < 100; ++row) {
        classes.emplace_back(row % 10 == 9 ? "b" : "a");
        numbers_of_rows.push_back(row);
    }
    Table table;
    table.rows = classes.size();
    table.columns = {words("class", classes), numbers("row", numbers_of_rows)};
    table.columns[0].codes[99] = missing_code;
    return table;
}

SplitResult split(const SplitPlan& plan) { return split_rows(table_of_two_classes(), "t.csv", plan, QuietRun()); }

TEST(Split, gives_every_row_to_one_part_and_spreads_the_classes) {
    const SplitResult result = split({{{"train", 0.7}, {"test", 0.3}}, "class"});
    std::vector<RowId> all;
    for (const SplitPart& part : result.parts) all.insert(all.end(), part.rows.begin(), part.rows.end());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, row_numbers(100));
    EXPECT_EQ(result.classes, (std::vector<std::string>{"a", "b", "(none)"}));  // a row without a class goes somewhere, too
    EXPECT_EQ(result.parts[0].class_counts[0], 63U);
    EXPECT_EQ(result.parts[1].class_counts[0], 27U);
    EXPECT_NEAR(static_cast<double>(result.parts[0].class_counts[1]), 6.3, 1.0);
}

TEST(Split, refuses_a_part_that_would_be_empty) {
    try {
        (void)split({{{"train", 0.999}, {"test", 0.001}}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "t.csv: the part 'test' would be empty: 0.1 % of 100 rows is less than one; give it a larger share");
    }
}

}  // namespace
}  // namespace treewright
