#include "treewright/growing/node_rows.h"

#include <algorithm>

namespace treewright {

namespace {

/// A comparison that stops the sort if the work was cancelled: sorting a large column takes a tenth of a second. Sorts copy their
/// comparison, so the steps are counted outside of it.
template <class Cells>
auto by_cell(const Cells& cells, StopCheck& check) {
    return [&cells, &check](RowId a, RowId b) {
        check.step();
        return cells[a] < cells[b];
    };
}

std::vector<RowId> sorted_rows(const Column& column, const std::vector<RowId>& rows, const Progress& progress) {
    std::vector<RowId> sorted = rows;
    StopCheck check(progress);
    if (column.has_values()) {
        const auto& values = column.values;  // NaN last: x < NaN and NaN < x are both false, so it needs a case of its own
        const auto known_end =
            std::stable_partition(sorted.begin(), sorted.end(), [&](auto row) { return !is_missing(values[row]); });
        std::stable_sort(sorted.begin(), known_end, by_cell(values, check));
    } else {
        const auto& codes = column.codes;
        const auto known_end = std::stable_partition(sorted.begin(), sorted.end(), [&](auto row) { return codes[row] >= 0; });
        std::stable_sort(sorted.begin(), known_end, by_cell(codes, check));
    }
    return sorted;
}

void partition_list(std::span<std::uint32_t> list, std::span<const std::uint32_t> child_of_row,
                    std::span<const RowRange> ranges) {
    std::vector<std::uint32_t> copy(list.begin(), list.end());
    std::vector<std::uint32_t> next(ranges.size());
    for (std::size_t child = 0; child < ranges.size(); ++child) next[child] = ranges[child].begin - ranges[0].begin;
    for (const RowId row : copy) list[next[child_of_row[row]]++] = row;
}

}  // namespace

NodeRows::NodeRows(const TrainingSet& set, const RowSelection& rows, const Run& run)
    : rows_(rows.list()), sorted_(set.features.size()) {
    run.threads.for_each(sorted_.size(), [&](FeatureId feature) {
        run.progress.stop_if_cancelled();
        sorted_[feature] = sorted_rows(set.features[feature], rows_, run.progress);
    });
}

std::vector<RowRange> NodeRows::partition(RowRange range, std::span<const std::uint32_t> child_of_row, std::size_t children,
                                          const Run& run) {
    std::vector<RowRange> ranges(children, RowRange{0, 0});
    for (const RowId row : rows(range)) ++ranges[child_of_row[row]].end;
    std::uint32_t begin = range.begin;
    for (RowRange& child : ranges) {
        child = {begin, begin + child.end};
        begin = child.end;
    }
    // List 0 is the unordered one; below a few thousand rows a thread costs more than it saves.
    const auto part = [&](std::size_t list) {
        run.progress.stop_if_cancelled();
        auto& rows_of_list = list == 0 ? rows_ : sorted_[list - 1];
        partition_list(std::span(rows_of_list).subspan(range.begin, range.size()), child_of_row, ranges);
    };
    if (range.size() < 4096) {
        for (std::size_t list = 0; list <= sorted_.size(); ++list) part(list);
    } else {
        run.threads.for_each(sorted_.size() + 1, part);
    }
    return ranges;
}

}  // namespace treewright
