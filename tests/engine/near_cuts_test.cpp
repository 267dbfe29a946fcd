#include "treewright/engine/leave_one_out/near_cuts.h"

#include <gtest/gtest.h>

#include <limits>

namespace treewright {
namespace {

CutView view_with(std::int64_t least, std::int64_t most) {
    CutView view;
    view.least_left = least;
    view.most_left = most;
    view.known = FewIntegers(2);
    view.known[0] = 100;
    return view;
}

TEST(SafeCut, leaves_room_for_a_missing_row_on_either_side) {
    EXPECT_TRUE(is_safe_cut(view_with(10, 90), 15, 5));
    EXPECT_FALSE(is_safe_cut(view_with(10, 90), 14, 5));
    EXPECT_TRUE(is_safe_cut(view_with(10, 90), 85, 5));
    EXPECT_FALSE(is_safe_cut(view_with(10, 90), 86, 5));
    EXPECT_FALSE(is_safe_cut(view_with(0, 100), 1, 1));  // a side would be empty
    EXPECT_TRUE(is_safe_cut(view_with(0, 100), 98, 1));
    EXPECT_FALSE(is_safe_cut(view_with(0, 100), 99, 1));
}

/// Such limits plus a margin were a negative number, and every cut seemed safe.
TEST(SafeCut, is_none_where_the_limits_allow_nothing) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    EXPECT_FALSE(is_safe_cut(view_with(largest, 90), 50, std::int64_t{1} << 58));
    EXPECT_FALSE(is_safe_cut(view_with(0, std::numeric_limits<std::int64_t>::min()), 50, std::int64_t{1} << 58));
}

}  // namespace
}  // namespace treewright
