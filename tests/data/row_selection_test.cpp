#include "treewright/data/row_selection.h"

#include <gtest/gtest.h>

#include <limits>

namespace treewright {
namespace {

TEST(RowSelection, names_all_rows_without_a_list) {
    const RowSelection all = RowSelection::all(4);
    EXPECT_TRUE(all.is_all());
    EXPECT_EQ(all.size(), 4U);
    EXPECT_EQ(all[2], 2U);
    EXPECT_EQ(all.list(), (RowList{0, 1, 2, 3}));
}

TEST(RowSelection, of_a_list_are_its_rows) {
    const RowList list = {1, 4, 7};
    const RowSelection some = RowSelection::of(list);
    EXPECT_FALSE(some.is_all());
    EXPECT_EQ(some.size(), 3U);
    EXPECT_EQ(some[1], 4U);
    EXPECT_EQ(some.list(), list);
}

TEST(RowSelection, of_an_empty_list_selects_no_row) {
    const RowList none;
    const RowSelection selection = RowSelection::of(none);
    EXPECT_TRUE(selection.empty());
    EXPECT_FALSE(selection.is_all());
    EXPECT_EQ(selection.list(), none);
    EXPECT_EQ(selection.lower_bound(0), 0U);
}

TEST(RowSelection, finds_the_first_row_from_some_number_on) {
    const RowList list = {1, 4, 7};
    EXPECT_EQ(RowSelection::of(list).lower_bound(4), 1U);
    EXPECT_EQ(RowSelection::of(list).lower_bound(5), 2U);
    EXPECT_EQ(RowSelection::of(list).lower_bound(8), 3U);
    EXPECT_EQ(RowSelection::all(5).lower_bound(3), 3U);
    EXPECT_EQ(RowSelection::all(5).lower_bound(std::numeric_limits<std::size_t>::max()), 5U);
}

TEST(RowsWithout, are_those_of_the_selection_that_are_not_held_out) {
    const RowList held_out = {0, 2, 3};
    EXPECT_EQ(rows_without(held_out, RowSelection::all(6)), (RowList{1, 4, 5}));
    const RowList some = {1, 2, 3, 5};
    EXPECT_EQ(rows_without(held_out, RowSelection::of(some)), (RowList{1, 5}));
    EXPECT_EQ(rows_without({}, RowSelection::of(some)), some);
    EXPECT_TRUE(rows_without(some, RowSelection::of(some)).empty());
}

}  // namespace
}  // namespace treewright
