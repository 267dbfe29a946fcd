#include "treewright/engine/small_nodes/ranked_rows.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/engine/index/rank_values.h"

namespace treewright {

std::vector<RankedRow> ranked_rows(const Numbers& numbers, std::span<const RowId> rows) {
    std::vector<RankedRow> list;
    list.reserve(rows.size());
    rank_rows(
        numbers, rows, [&](std::uint32_t rank, std::uint32_t local_row) { list.push_back((rank << 16) | local_row); },
        [&](std::uint32_t local_row) { list.push_back((missing_rank << 16) | local_row); });
    return list;
}

SharedLists::SharedLists(const TrainingSet& set, std::vector<RowId> rows, const Threads& threads)
    : rows_(std::move(rows)), lists_(set.features.size()) {
    threads.for_each(lists_.size(), [&](std::size_t f) {
        if (set.features[f].has_values()) lists_[f] = ranked_rows(set.features[f].values, rows_);
    });
}

SharedLists::SharedLists(const SharedLists& all, std::vector<RowId> rows, const Threads& threads)
    : rows_(std::move(rows)), lists_(all.lists_.size()) {
    const std::vector<std::uint16_t> local_of = all.places_in(rows_);
    threads.for_each(lists_.size(), [&](FeatureId f) {
        if (!all.lists_[f].empty()) lists_[f] = all.list(f, local_of);
    });
}

std::vector<std::uint16_t> SharedLists::places_in(std::span<const RowId> rows) const {
    constexpr std::size_t steps_before_search = 16;
    std::vector<std::uint16_t> places(rows_.size(), no_local_row);
    auto at = rows_.begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (at == rows_.end() || *at > rows[i]) at = rows_.begin();
        for (std::size_t step = 0; step < steps_before_search && at != rows_.end() && *at < rows[i]; ++step) ++at;
        if (at != rows_.end() && *at < rows[i]) at = std::lower_bound(at, rows_.end(), rows[i]);
        check_invariant(at != rows_.end() && *at == rows[i], "the lists contain all rows of the node");
        places[index_in(rows_, at++)] = static_cast<std::uint16_t>(i);
    }
    return places;
}

std::vector<RankedRow> SharedLists::list(FeatureId feature, std::span<const std::uint16_t> local_of) const {
    std::vector<RankedRow> own(rows_.size());
    std::size_t count = 0;
    for (const RankedRow row : lists_[feature]) {  // branch-free: hits are unpredictable
        const std::uint32_t number = local_of[local(row)];
        own[count] = (row & 0xffff0000U) | number;
        count += number != no_local_row ? 1 : 0;
    }
    own.resize(count);
    return own;
}

}  // namespace treewright
