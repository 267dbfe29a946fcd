#include "treewright/base/few_integers.h"

#include <gtest/gtest.h>

#include <vector>

namespace treewright {
namespace {

std::vector<std::int64_t> shown(const FewIntegers& integers) { return {integers.begin(), integers.end()}; }
using Values = std::vector<std::int64_t>;

TEST(FewIntegers, hold_what_they_are_given_however_many) {
    for (std::size_t size = 0; size < 6; ++size) {
        FewIntegers integers(size, 7);
        EXPECT_EQ(shown(integers), Values(size, 7));
        for (std::size_t i = 0; i < size; ++i) integers[i] = static_cast<std::int64_t>(i);
        const FewIntegers copy = integers;
        for (std::int64_t& each : integers) each = -1;
        for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(copy[i], static_cast<std::int64_t>(i));
        EXPECT_EQ(size == 0, copy == integers);
    }
    EXPECT_EQ(shown(FewIntegers{1, 2, 3}), (Values{1, 2, 3}));
}

TEST(FewIntegers, change_their_size_by_assignment) {
    const Values sizes[] = {{1, 2}, {1, 2, 3, 4}, {5}, {}, {6, 7, 8}, {9, 10, 11}, {12, 13, 14, 15}};
    FewIntegers assigned;
    FewIntegers copied;
    for (const Values& values : sizes) {
        assigned.assign(values);
        EXPECT_EQ(shown(assigned), values);
        copied = assigned;
        EXPECT_EQ(shown(copied), values);
        FewIntegers moved = std::move(assigned);
        EXPECT_EQ(shown(moved), values);
        assigned = std::move(moved);
        EXPECT_EQ(shown(assigned), values);
    }
    copied = *&copied;
    EXPECT_EQ(shown(copied), sizes[6]);
}

}  // namespace
}  // namespace treewright
