#include "treewright/base/large_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <utility>

namespace treewright {
namespace {

TEST(LargeArray, holds_what_was_written_below_and_above_a_large_page) {
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{1000}, large_page / 8, large_page / 8 + 1, std::size_t{700'000}}) {
        LargeArray<std::uint64_t> array(size);
        ASSERT_EQ(array.size(), size);
        std::iota(array.begin(), array.end(), std::uint64_t{7});
        EXPECT_EQ(array[0], 7U);
        EXPECT_EQ(array[size - 1], 6 + size);
        EXPECT_EQ(std::accumulate(array.begin(), array.end(), std::uint64_t{0}), size * (13 + size) / 2);
    }
}

TEST(LargeArray, one_that_was_moved_from_is_empty) {
    LargeArray<std::uint16_t> array(5);
    array[4] = 9;
    LargeArray<std::uint16_t> other = std::move(array);
    EXPECT_EQ(other[4], 9);
    EXPECT_TRUE(array.empty());  // NOLINT(bugprone-use-after-move): that is the question
    array = std::move(other);
    EXPECT_EQ(array.size(), 5U);
    EXPECT_TRUE(other.empty());  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(LargeArray<double>(0).data(), nullptr);
}

}  // namespace
}  // namespace treewright
