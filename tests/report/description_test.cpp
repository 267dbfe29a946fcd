#include "treewright/report/description.h"

#include <gtest/gtest.h>

#include "data/tables.h"

namespace treewright {
namespace {

Table golf() {
    Table table;
    table.rows = 5;
    table.columns = {words("id", {"p", "q", "r", "s", "t"}), words("sky", {"sun", "rain", "sun", "sun", "rain"}),
                     numbers("wind", {1.0, 2.5, 4.0, 4.0, 1.0})};
    table.columns[2].values.own()[4] = std::nan("");
    return table;
}

TEST(Description, counts_what_is_in_the_columns) {
    const TableDescription description = describe(golf());
    EXPECT_EQ(description.rows, 5U);
    EXPECT_TRUE(description.columns[0].facts.looks_like_identifier);
    EXPECT_EQ(description.columns[1].facts.distinct, 2U);
    EXPECT_EQ(description.columns[2].facts.missing, 1.0);
    EXPECT_EQ(description.columns[2].facts.highest, 4.0);
}

TEST(Description, names_parameters_as_its_front_spells_them) {
    const TableDescription description = describe(golf());
    const std::string plain = description_text(description, {"golf.csv: 5 rows"});
    EXPECT_NE(plain.find("train leaves it out (categorical 'id' keeps it)"), std::string::npos) << plain;
    EXPECT_EQ(plain.find("--"), std::string::npos) << plain;
    const std::string flags = description_text(description, {"golf.csv: 5 rows", false, {}, command_line_spelling});
    EXPECT_NE(flags.find("(--categorical 'id' keeps it)"), std::string::npos) << flags;
}

TEST(Description, refuses_thresholds_that_no_column_has) {
    const auto ask = [&](const AskedThresholds& thresholds) -> std::string {
        try {
            (void)target_gains(golf(), {"golf.csv", "sky", "", {}, {}, ""}, {thresholds}, QuietRun());
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(ask({"wind", {"2", "3"}}), "");
    EXPECT_EQ(ask({"wind", {"much"}}), "golf.csv: 'wind' is numeric, but 'much' in at is not one of its values");
    EXPECT_EQ(ask({"id", {"1"}}), "golf.csv: 'id' is a category: at takes a column of numbers");
    EXPECT_EQ(ask({"winds", {"1"}}), "golf.csv has no feature 'winds': did you mean 'wind'?");
}

}  // namespace
}  // namespace treewright
