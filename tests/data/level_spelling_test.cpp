#include "treewright/data/level_spelling.h"

#include <gtest/gtest.h>

#include "data/tables.h"

namespace treewright {
namespace {

TEST(LevelSpelling, case_and_blanks_do_not_count) {
    for (const char* spelling : {"Yes", "yes", "YES", " yes ", "yes\t", "\u00a0yes"}) EXPECT_EQ(folded(spelling), "yes");
    EXPECT_EQ(folded("New  York\n"), folded("new york"));
    EXPECT_EQ(folded("ÄÖÜ"), "äöü");
    EXPECT_EQ(folded("ŠŽŁĞ"), "šžłğ");
    EXPECT_EQ(folded("ΌΧΙ"), "όχι");
    EXPECT_EQ(folded("ΝΑΟΣ"), folded("ναος"));
    EXPECT_EQ(folded("ДА"), "да");
    EXPECT_EQ(folded("ЁЖ"), "ёж");
    EXPECT_EQ(folded("×÷ß東"), "×÷ß東");
    EXPECT_EQ(folded(""), "");
    EXPECT_EQ(folded("  "), "");
    EXPECT_NE(folded("new york"), folded("newyork"));
}

TEST(LevelSpelling, every_two_byte_letter_stays_two_bytes_long_and_folds_once) {
    for (unsigned point = 0x80; point < 0x800; ++point) {
        const std::string letter = {static_cast<char>(0xC0U | (point >> 6U)), static_cast<char>(0x80U | (point & 0x3FU))};
        const std::string once = folded(letter);
        if (point == 0xA0) {
            EXPECT_EQ(once, "");
            continue;
        }
        EXPECT_EQ(once.size(), 2U) << point;
        EXPECT_EQ(folded(once), once) << point;
    }
}

TEST(LevelSpelling, the_most_frequent_spelling_is_the_name) {
    Column column = words("c", {"yes", "Yes", "No", "Yes", "no", "no", "maybe"});
    column.codes.push_back(missing_code);
    fold_case(column);
    EXPECT_EQ(column.schema.levels, (std::vector<std::string>{"Yes", "maybe", "no"}));
    EXPECT_EQ(column.codes, (std::vector<LevelCode>{0, 0, 2, 0, 2, 2, 1, missing_code}));
    EXPECT_TRUE(column.schema.reading.folds_case);
    Column equal = words("c", {"b", "B", "a"});
    fold_case(equal);
    EXPECT_EQ(equal.schema.levels, (std::vector<std::string>{"B", "a"}));
}

TEST(LevelSpelling, levels_are_found_by_any_spelling) {
    ColumnSchema schema{"c", ColumnType::categorical, {"No", "yes"}};
    EXPECT_EQ(LevelFinder(schema).find("no"), unseen_code);
    EXPECT_EQ(LevelFinder(schema).find("No"), 0);
    schema.reading.folds_case = true;
    EXPECT_EQ(LevelFinder(schema).find("NO "), 0);
    EXPECT_EQ(LevelFinder(schema).find("YES"), 1);
    EXPECT_EQ(LevelFinder(schema).find("y"), unseen_code);
}

TEST(LevelSpelling, variants) {
    EXPECT_EQ(spelling_variants({"a", "b"}).levels, 0U);
    const SpellingVariants variants = spelling_variants({"A", "B", "C", "a", "b", "d"});
    EXPECT_EQ(variants.levels, 2U);
    EXPECT_EQ(variants.first, (std::vector<std::string>{"A", "a"}));
}

}  // namespace
}  // namespace treewright
