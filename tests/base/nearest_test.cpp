#include "treewright/base/nearest.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

using Names = std::vector<std::string>;

const Names columns = {"Outlook", "Temperature", "Humidity", "Windy", "Play"};

TEST(NearestNames, finds_misspellings) {
    EXPECT_EQ(nearest_names("Humidty", columns), Names{"Humidity"});
    EXPECT_EQ(nearest_names("Widny", columns), Names{"Windy"});  // two neighbours swapped are one edit
    EXPECT_EQ(nearest_names("Plai", columns), Names{"Play"});
    EXPECT_EQ(nearest_names("Plays", columns), Names{"Play"});
}

TEST(NearestNames, other_case_comes_first) {
    EXPECT_EQ(nearest_names("play", {"plan", "Play"}), (Names{"Play", "plan"}));
    EXPECT_EQ(nearest_names("PLAY", columns), Names{"Play"});
}

TEST(NearestNames, leaves_out_what_is_far) {
    EXPECT_TRUE(nearest_names("income", columns).empty());
    EXPECT_TRUE(nearest_names("x", {"y", "z"}).empty());
    EXPECT_TRUE(nearest_names("", {"a", "b"}).empty());
    EXPECT_TRUE(nearest_names("x", {}).empty());
}

TEST(NearestNames, nearest_first_then_in_their_order_and_not_too_many) {
    EXPECT_EQ(nearest_names("column", {"colum1n", "columns", "column_a", "column1", "column2"}, 3),
              (Names{"colum1n", "columns", "column1"}));
}

TEST(NearestNames, long_names_are_found_by_case_only) {
    const std::string name(100'000, 'a');
    EXPECT_EQ(nearest_names(std::string(100'000, 'A'), {name, name + "b"}), Names{name});
}

TEST(DidYouMean, is_a_question_or_nothing) {
    EXPECT_EQ(did_you_mean("Humidty", columns), "did you mean 'Humidity'?");
    EXPECT_EQ(did_you_mean("c", {"c1", "C", "c2", "c3"}), "did you mean 'C', 'c1' or 'c2'?");
    EXPECT_EQ(did_you_mean("c3", {"c1", "c2"}), "did you mean 'c1' or 'c2'?");
    EXPECT_EQ(did_you_mean("income", columns), "");
}

TEST(DidYouMean, or_lists_the_first) {
    EXPECT_EQ(nearest_or_first("Humidty", columns, "columns"), "did you mean 'Humidity'?");
    EXPECT_EQ(nearest_or_first("income", {"a", "b"}, "levels"), "its levels are 'a', 'b'");
    EXPECT_EQ(nearest_or_first("income", {"a", "b", "c", "d", "e", "f", "g", "h", "i"}, "levels"),
              "its levels are 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', …");
}

}  // namespace
}  // namespace treewright
