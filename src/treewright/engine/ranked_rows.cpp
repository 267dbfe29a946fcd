#include "treewright/engine/ranked_rows.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/engine/float_key.h"
#include "treewright/engine/radix_sort.h"

namespace treewright {

std::vector<RankedRow> ranked_rows(const Numbers& numbers, std::span<const std::uint32_t> rows) {
    thread_local std::vector<std::uint64_t> items;
    thread_local std::vector<std::uint64_t> spare;
    items.clear();
    std::vector<RankedRow> list;
    list.reserve(rows.size());
    numbers.visit([&](auto values) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!std::isnan(values[rows[i]])) items.push_back((std::uint64_t{order_key(values[rows[i]])} << 32) | i);
        sort_by_upper_half(items, spare);
        const auto number = [&](std::uint64_t item) { return values[rows[static_cast<std::uint32_t>(item)]] + 0; };
        std::uint32_t next_rank = 0;
        for (std::size_t begin = 0; begin < items.size();) {
            std::size_t end = begin + 1;
            while (end < items.size() && items[end] >> 32 == items[begin] >> 32) ++end;
            if (end > begin + 1 && sizeof(values[0]) > sizeof(float))  // doubles that are one float stand in no order yet
                std::sort(&items[begin], &items[begin] + (end - begin),
                          [&](std::uint64_t a, std::uint64_t b) { return number(a) < number(b); });
            for (std::size_t i = begin; i < end; ++i) {
                if (i > begin && number(items[i]) != number(items[i - 1])) ++next_rank;
                list.push_back((next_rank << 16) | static_cast<RankedRow>(items[i] & 0xffffU));
            }
            ++next_rank;
            begin = end;
        }
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (std::isnan(values[rows[i]])) list.push_back((missing_rank << 16) | static_cast<RankedRow>(i));
    });
    return list;
}

SharedLists::SharedLists(const TrainingSet& set, std::vector<std::uint32_t> rows, const Threads& threads)
    : rows_(std::move(rows)), lists_(set.features.size()) {
    threads.for_each(lists_.size(), [&](std::size_t f) {
        if (set.features[f].has_values()) lists_[f] = ranked_rows(set.features[f].values, rows_);
    });
}

SharedLists::SharedLists(const SharedLists& all, std::vector<std::uint32_t> rows, const Threads& threads)
    : rows_(std::move(rows)), lists_(all.lists_.size()) {
    const std::vector<std::uint16_t> local_of = all.places_in(rows_);
    threads.for_each(lists_.size(), [&](std::size_t f) {
        if (!all.lists_[f].empty()) lists_[f] = all.list(f, local_of);
    });
}

std::vector<std::uint16_t> SharedLists::places_in(std::span<const std::uint32_t> rows) const {
    constexpr std::size_t steps_before_search = 16;
    std::vector<std::uint16_t> places(rows_.size(), no_local_row);
    auto at = rows_.begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (at == rows_.end() || *at > rows[i]) at = rows_.begin();
        for (std::size_t step = 0; step < steps_before_search && at != rows_.end() && *at < rows[i]; ++step) ++at;
        if (at != rows_.end() && *at < rows[i]) at = std::lower_bound(at, rows_.end(), rows[i]);
        check_invariant(at != rows_.end() && *at == rows[i], "the lists hold all rows of the node");
        places[static_cast<std::size_t>(at++ - rows_.begin())] = static_cast<std::uint16_t>(i);
    }
    return places;
}

std::vector<RankedRow> SharedLists::list(std::size_t feature, std::span<const std::uint16_t> local_of) const {
    std::vector<RankedRow> own(rows_.size());
    std::size_t count = 0;
    for (const RankedRow row : lists_[feature]) {  // without a branch: which rows stay cannot be foreseen
        const std::uint32_t number = local_of[local(row)];
        own[count] = (row & 0xffff0000U) | number;
        count += number != no_local_row ? 1 : 0;
    }
    own.resize(count);
    return own;
}

}  // namespace treewright
