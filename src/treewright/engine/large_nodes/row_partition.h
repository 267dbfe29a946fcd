// Stable partition of the rows of a large node by child, so that rows stay in the order of the table and are read sequentially.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/engine/index/bin_index.h"
#include "treewright/growing/node_rows.h"
#include "treewright/tree/tree.h"

namespace treewright {

struct RowPartition {
    std::span<RowId> rows;
    std::span<std::uint32_t> scratch;  ///< as many
    const Threads& threads;
    Progress& progress;

    /// By the split of a node; returns the ranges of `rows` of the children.
    [[nodiscard]] std::vector<RowRange> run(const Column& column, const Tree& tree, NodeId node) const;
    /// The same with the help of the index: where values stand apart in memory, a value is read only if its bin holds the threshold.
    [[nodiscard]] std::vector<RowRange> run(const Column& column, const BinIndex& index, const Tree& tree, NodeId node) const;

private:
    template <class Cells, class GoesRight>
    [[nodiscard]] std::vector<RowRange> in_two(const Cells& cells, const GoesRight& goes_right) const;
    template <class ChildOf>
    [[nodiscard]] std::vector<RowRange> by(std::size_t children, const ChildOf& child_of) const;
};

}  // namespace treewright
