// The rows of the nodes. For every feature the rows are sorted once, by value or level with missing ones last (presorting); a
// node is the same range of all these lists, and a split partitions each list stably. So no node is sorted again, and every
// search sees its rows in order.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/base/run.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"

namespace treewright {

struct RowRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] std::uint32_t size() const { return end - begin; }
};

class NodeRows {
public:
    /// These rows of the set.
    NodeRows(const TrainingSet& set, const RowSelection& rows, const Run& run);

    /// Rows of one node that are already sorted.
    NodeRows(std::vector<RowId> rows, std::vector<std::vector<RowId>> sorted)
        : rows_(std::move(rows)), sorted_(std::move(sorted)) {}

    [[nodiscard]] RowRange all() const { return {0, size32(rows_)}; }
    /// The rows of a node, in unspecified order.
    [[nodiscard]] std::span<const RowId> rows(RowRange range) const { return slice(rows_, range); }
    /// The rows of a node in the order of a feature.
    [[nodiscard]] std::span<const RowId> sorted(FeatureId feature, RowRange range) const {
        return slice(sorted_[feature], range);
    }
    /// Reorders the range so that the rows with child 0 come first, then those with child 1, …; returns the ranges of the
    /// children. `child_of_row` is read at the node's row numbers only.
    std::vector<RowRange> partition(RowRange range, std::span<const std::uint32_t> child_of_row, std::size_t children,
                                    const Run& run);

private:
    static std::span<const std::uint32_t> slice(const std::vector<std::uint32_t>& list, RowRange range) {
        return std::span(list).subspan(range.begin, range.size());
    }
    std::vector<RowId> rows_;
    std::vector<std::vector<RowId>> sorted_;
};

}  // namespace treewright
