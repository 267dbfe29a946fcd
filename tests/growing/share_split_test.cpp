#include "treewright/growing/share_split.h"

#include <gtest/gtest.h>

#include <numeric>

#include "treewright/base/error.h"

namespace treewright {
namespace {

std::vector<std::uint32_t> parts_of(const ShareSplit& split, std::uint32_t share) {
    std::vector<std::uint32_t> parts(split.branches(), 0);
    split.split(share, [&](std::size_t branch, std::uint32_t part) { parts[branch] += part; });
    return parts;
}

TEST(ShareSplit, by_known_weight_rounded_down_and_the_last_with_rows_gets_the_rest) {
    EXPECT_EQ(parts_of(ShareSplit({2, 1}), 100), (std::vector<std::uint32_t>{66, 34}));
    EXPECT_EQ(parts_of(ShareSplit({5, 0, 3, 5, 0}), 1000), (std::vector<std::uint32_t>{384, 0, 230, 386, 0}));
    EXPECT_EQ(parts_of(ShareSplit({0, 7}), 3), (std::vector<std::uint32_t>{0, 3}));
    EXPECT_EQ(parts_of(ShareSplit({1, 1'000'000}), 3), (std::vector<std::uint32_t>{0, 3}));  // dropped: it rounds to 0
    EXPECT_THROW(ShareSplit({0, 0}), InternalError);
}

TEST(ShareSplit, nothing_is_lost_and_large_weights_do_not_overflow) {
    const std::int64_t large = (std::int64_t{1} << 61) - 3;
    const ShareSplit split({large, 12345, large, 1});
    for (const std::uint32_t share : {1U, 2U, 3U, 999'983U, 1U << 24U}) {
        const auto parts = parts_of(split, share);
        EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), 0U), share);
    }
}

}  // namespace
}  // namespace treewright
