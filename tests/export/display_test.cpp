#include "treewright/export/display.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(Display, width_counts_columns_of_a_terminal) {
    EXPECT_EQ(display_width(""), 0U);
    EXPECT_EQ(display_width("abc"), 3U);
    EXPECT_EQ(display_width("≤ 77.5 →"), 8U);
    EXPECT_EQ(display_width("日本"), 4U);
    EXPECT_EQ(display_width("e\u0301"), 1U);
    EXPECT_EQ(display_width("\xff"), 1U);
}

TEST(Display, the_middle_gives_way) {
    EXPECT_EQ(shortened("abcdefghij", 10), "abcdefghij");
    EXPECT_EQ(shortened("abcdefghij", 9), "abcd…ghij");
    EXPECT_EQ(shortened("abcdefghij", 4), "ab…j");
    EXPECT_EQ(shortened("abcdefghij", 1), "…");
    EXPECT_EQ(shortened("abcdefghij", 0), "");
    EXPECT_EQ(shortened("日本日本日本", 6), "日…本");
    for (std::size_t width = 0; width < 20; ++width)
        EXPECT_LE(display_width(shortened("aé日本\xff"
                                          "bcd→efg日ij",
                                          width)),
                  width);
}

TEST(Display, two_names_never_become_one) {
    const std::vector<std::string> names = {"Culmen Length (mm)", "Culmen Depth (mm)", "Island"};
    EXPECT_EQ(shortened(names[0], 8), shortened(names[1], 8)) << "this is what must not happen";
    EXPECT_EQ(shortened_among("Island", 8, names), "Island");
    EXPECT_EQ(shortened_among("another name", 8, names), shortened("another name", 8));
    for (std::size_t width = 0; width < 20; ++width)
        EXPECT_NE(shortened_among(names[0], width, names), shortened_among(names[1], width, names)) << width;
}

TEST(Display, lines_break_at_blanks) {
    EXPECT_EQ(wrapped("one two three", 80, 2), "one two three");
    EXPECT_EQ(wrapped("one two three", 8, 2), "one two\n  three");
    EXPECT_EQ(wrapped("averyverylongword b", 5, 2), "averyverylongword\n  b");
}

TEST(Display, hanging_lines_begin_at_the_indent) { EXPECT_EQ(hanging("one two three four", 14, 4), "one two\n    three four"); }

}  // namespace
}  // namespace treewright
