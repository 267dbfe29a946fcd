#include "treewright/training/row_order_internal.h"

#include <algorithm>
#include <utility>

#include "treewright/base/radix_sort.h"

namespace treewright {

namespace {

/// Radix passes over the upper half of the hash; the few rows with equal upper halves by the whole hash.
void sort_by_hash(std::vector<RowId>& rows, std::span<const std::uint64_t> hashes) {
    std::vector<std::uint64_t> items(rows.size());
    std::vector<std::uint64_t> spare;
    for (std::size_t i = 0; i < rows.size(); ++i) items[i] = (hashes[rows[i]] & 0xffffffff00000000U) | rows[i];
    sort_by_upper_half(items, spare);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(items[i]);
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin + 1;
        while (end < rows.size() && items[end] >> 32 == items[begin] >> 32) ++end;
        if (end > begin + 1)
            std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.begin() + static_cast<std::ptrdiff_t>(end),
                             [&](std::uint32_t a, std::uint32_t b) { return hashes[a] < hashes[b]; });
        begin = end;
    }
}

}  // namespace

void sort_by_class_and_hash(std::vector<RowId>& rows, std::span<const std::uint64_t> hashes,
                            std::span<const std::int32_t> classes) {
    sort_by_hash(rows, hashes);
    if (classes.empty()) return;
    std::vector<std::vector<RowId>> by_class;
    for (const RowId row : rows) {
        const auto own = position_of(classes[row]);
        if (own >= by_class.size()) by_class.resize(own + 1);
        by_class[own].push_back(row);
    }
    auto next = rows.begin();
    for (const auto& own : by_class) next = std::copy(own.begin(), own.end(), next);
}

void sort_disjoint(std::vector<std::vector<RowId>>& lists, std::size_t table_rows) {
    constexpr std::uint32_t nobody = UINT32_MAX;
    std::vector<std::uint32_t> owner(table_rows, nobody);
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (const RowId row : lists[i]) owner[row] = static_cast<std::uint32_t>(i);
    std::vector<std::size_t> next(lists.size(), 0);
    for (RowId row = 0; row < table_rows; ++row)
        if (owner[row] != nobody) lists[owner[row]][next[owner[row]]++] = row;
}

}  // namespace treewright
