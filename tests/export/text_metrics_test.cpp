#include "treewright/export/drawing/text_metrics.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(TextMetrics, widths_are_those_of_the_widest_usual_font) {
    EXPECT_EQ(text_pixels("", 11), 0);
    EXPECT_EQ(text_pixels("W", 1000), 989);   // DejaVu Sans
    EXPECT_EQ(text_pixels("i", 1000), 278);
    EXPECT_EQ(text_pixels("@", 1000), 1015);  // Liberation Sans
    EXPECT_EQ(text_pixels("W", 1000, FontWeight::bold), 1103);
    EXPECT_EQ(text_pixels("14 rows", 10), 40);  // rounded up
}

TEST(TextMetrics, other_scripts_have_room) {
    EXPECT_GE(text_pixels("é", 1000), 636);
    EXPECT_GE(text_pixels("Ж", 1000), 1077 * 3 / 4);
    EXPECT_GE(text_pixels("日", 1000), 1000);
    EXPECT_GE(text_pixels("🙂", 1000), 1250);
    EXPECT_EQ(text_pixels("e\u0301", 1000), text_pixels("e", 1000));  // a combining mark
}

}  // namespace
}  // namespace treewright
