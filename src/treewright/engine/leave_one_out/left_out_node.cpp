#include "treewright/engine/leave_one_out/left_out_node.h"

#include <algorithm>

#include "treewright/base/positions.h"
#include "treewright/engine/index/rank_values.h"

namespace treewright {

RankedTable::RankedTable(const SearchContext& context, const Threads& threads, Progress& progress)
    : position_(context.set.features.size(), 0) {
    const std::vector<Column>& features = context.set.features;
    for (FeatureId feature = 0; feature < features.size(); ++feature) {
        std::vector<FeatureId>& kind = features[feature].has_values() ? numeric_ : categories_;
        position_[feature] = kind.size();
        kind.push_back(feature);
    }
    ranks_.resize(numeric_.size());
    const std::vector<RowId> rows = row_numbers(context.set.rows);
    threads.for_each(numeric_.size(), [&](std::size_t position) {
        progress.stop_if_cancelled();
        std::vector<std::uint32_t>& ranks = ranks_[position];
        ranks.assign(rows.size(), rank_of_missing);
        rank_rows(
            features[numeric_[position]].values, rows, [&](std::uint32_t rank, RowId row) { ranks[row] = rank; },
            [](std::uint32_t) {});
    });
}

std::span<const RowAtRank> LeftOutNode::known(std::size_t position) const {
    const std::span<const RowAtRank> all = lists[position];
    if (all.empty() || all.back().rank != rank_of_missing) return all;
    const auto end = std::partition_point(all.begin(), all.end(), [](RowAtRank each) { return each.rank != rank_of_missing; });
    return all.first(index_in(all, end));
}

LeftOutNode root_node(const SearchContext& context, const RankedTable& table, const Threads& threads) {
    LeftOutNode root;
    root.rows = row_numbers(context.set.rows);
    root.sums = context.labels.sums_of(root.rows);
    root.lists.resize(table.numeric().size());
    threads.for_each(root.lists.size(), [&](std::size_t position) {
        std::vector<RowAtRank>& list = root.lists[position];
        list.resize(root.rows.size());
        // Ranks are dense: a counting sort.
        std::vector<std::uint32_t> begins(root.rows.size() + 2, 0);
        const auto slot = [&](RowId row) { return std::min<std::size_t>(table.rank(position, row), root.rows.size()); };
        for (const RowId row : root.rows) ++begins[slot(row) + 1];
        for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
        for (const RowId row : root.rows) list[begins[slot(row)]++] = {table.rank(position, row), row};
    });
    return root;
}

LeftOutNode child_node(const SearchContext& context, const LeftOutNode& node, const ChildRows& rows) {
    LeftOutNode child;
    const auto is_in = [&](RowId row) { return rows.child_of_row[row] == rows.child; };
    std::copy_if(node.rows.begin(), node.rows.end(), std::back_inserter(child.rows), is_in);
    child.sums = context.labels.sums_of(child.rows);
    if (!rows.with_lists) return child;
    child.lists.resize(node.lists.size());
    for (std::size_t position = 0; position < node.lists.size(); ++position) {
        std::vector<RowAtRank>& list = child.lists[position];
        list.resize(child.rows.size() +
                    1);  // one more: the loop is branch-free and writes rejected rows, too, to be overwritten
        std::size_t size = 0;
        for (const RowAtRank each : node.lists[position]) {
            list[size] = each;
            size += is_in(each.row) ? 1 : 0;
        }
        list.resize(child.rows.size());
    }
    return child;
}

}  // namespace treewright
