// Rows sorted by a column's values, each with the dense rank of its value: rows with equal values have equal ranks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/radix_sort.h"
#include "treewright/data/ids.h"
#include "treewright/data/numbers.h"
#include "treewright/engine/index/float_key.h"

namespace treewright {

/// Calls at_row(rank, position in `rows`) for every row that has a value, by value; then at_missing(position) for the others.
template <class AtRow, class AtMissing>
void rank_rows(const Numbers& numbers, std::span<const RowId> rows, const AtRow& at_row, const AtMissing& at_missing) {
    thread_local std::vector<std::uint64_t> items;
    thread_local std::vector<std::uint64_t> scratch;
    items.clear();
    numbers.visit([&](auto values) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!std::isnan(values[rows[i]])) items.push_back((std::uint64_t{order_key(values[rows[i]])} << 32) | i);
        sort_by_upper_half(items, scratch);
        const auto number = [&](std::uint64_t item) { return values[rows[static_cast<std::uint32_t>(item)]] + 0; };
        std::uint32_t rank = 0;
        for (std::size_t begin = 0; begin < items.size();) {
            std::size_t end = begin + 1;
            while (end < items.size() && items[end] >> 32 == items[begin] >> 32) ++end;
            if (end > begin + 1 &&
                sizeof(values[0]) > sizeof(float))  // doubles that round to the same float are not ordered yet
                std::sort(&items[begin], &items[begin] + (end - begin),
                          [&](std::uint64_t a, std::uint64_t b) { return number(a) < number(b); });
            for (std::size_t i = begin; i < end; ++i) {
                if (i > begin && number(items[i]) != number(items[i - 1])) ++rank;
                at_row(rank, static_cast<std::uint32_t>(items[i]));
            }
            ++rank;
            begin = end;
        }
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (std::isnan(values[rows[i]])) at_missing(static_cast<std::uint32_t>(i));
    });
}

}  // namespace treewright
