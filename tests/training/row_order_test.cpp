#include "treewright/training/row_order_internal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

namespace treewright {
namespace {

TEST(RowOrder, is_that_of_a_sort_by_comparisons) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        std::mt19937_64 random(seed);
        const std::size_t table_rows = 1 + random() % 3000;
        std::vector<std::uint64_t> hashes(table_rows);
        std::vector<std::int32_t> classes(table_rows);
        // Hashes that are equal, or equal in one half, now and then.
        for (auto& hash : hashes) hash = (random() % 50) << 32 << (random() % 20) | random() % 3;
        for (auto& each : classes) each = static_cast<std::int32_t>(random() % (1 + seed % 5));
        std::vector<RowId> rows;
        for (RowId row = 0; row < table_rows; ++row)
            if (random() % 4 != 0) rows.push_back(row);
        std::vector<std::uint32_t> expected = rows;
        std::sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::tuple(classes[a], hashes[a], a) < std::tuple(classes[b], hashes[b], b);
        });
        sort_by_class_and_hash(rows, hashes, classes);
        ASSERT_EQ(rows, expected) << "seed " << seed;
    }
}

TEST(RowOrder, sorts_lists_without_common_rows) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        std::mt19937_64 random(seed);
        const std::size_t table_rows = 1 + random() % 1000;
        std::vector<RowId> rows(table_rows);
        std::iota(rows.begin(), rows.end(), 0U);
        std::shuffle(rows.begin(), rows.end(), random);
        std::vector<std::vector<std::uint32_t>> lists(1 + random() % 12);
        for (const RowId row : rows)
            if (random() % 5 != 0) lists[random() % lists.size()].push_back(row);
        auto expected = lists;
        for (auto& list : expected) std::sort(list.begin(), list.end());
        sort_disjoint(lists, table_rows);
        ASSERT_EQ(lists, expected) << "seed " << seed;
    }
}

}  // namespace
}  // namespace treewright
