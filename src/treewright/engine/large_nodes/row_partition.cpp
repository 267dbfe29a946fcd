#include "treewright/engine/large_nodes/row_partition.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/positions.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

constexpr std::size_t rows_per_block = steps_between_checks;

}  // namespace

std::vector<RowRange> RowPartition::run(const Column& column, const Tree& tree, NodeId number) const {
    const Node& node = tree.nodes[number];
    if (node.kind == SplitKind::threshold)
        return column.values.visit([&](auto values) {
            const double threshold = node.threshold;
            if (node.missing_child == 0) return in_two([=](RowId row) { return static_cast<double>(values[row]) > threshold; });
            return in_two([=](RowId row) { return !(static_cast<double>(values[row]) <= threshold); });
        });
    if (column.has_values())
        return by(node.child_count, [&](RowId row) { return child_for_value(tree, number, column.values[row]); });
    // The child of each level, computed once; missing codes come last.
    std::vector<std::uint32_t> child_of_code;
    const LevelCode levels = level_code(column.schema.levels.size());
    for (LevelCode code = 0; code < levels; ++code) child_of_code.push_back(child_for_code(tree, number, code));
    const std::uint32_t missing = child_for_code(tree, number, missing_code);
    return by(node.child_count, [&](RowId row) {
        const LevelCode code = column.codes[row];
        return code < 0 ? missing : child_of_code[position_of(code)];
    });
}

/// Every block is partitioned separately, left rows in place and right ones into the scratch buffer, in one branch-free pass
/// over the values; then the parts are moved together.
template <class GoesRight>
std::vector<RowRange> RowPartition::in_two(const GoesRight& goes_right) const {
    const std::size_t blocks = (rows.size() + rows_per_block - 1) / rows_per_block;
    std::vector<std::uint32_t> lefts(blocks, 0);
    const auto block_size = [&](std::size_t block) { return std::min(rows_per_block, rows.size() - block * rows_per_block); };
    threads.for_each(blocks, [&](std::size_t block) {
        progress.stop_if_cancelled();
        std::uint32_t* in_place = &rows[block * rows_per_block];
        std::uint32_t* aside = &scratch[block * rows_per_block];
        std::size_t left = 0;
        std::size_t right = 0;
        for (std::size_t i = 0; i < block_size(block); ++i) {
            const RowId row = in_place[i];
            const bool is_right = goes_right(row);
            in_place[left] = row;
            aside[right] = row;
            left += is_right ? 0 : 1;
            right += is_right ? 1 : 0;
        }
        lefts[block] = static_cast<std::uint32_t>(left);
    });
    std::size_t end = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        std::copy_n(&rows[block * rows_per_block], lefts[block], &rows[end]);
        end += lefts[block];
    }
    const auto middle = static_cast<std::uint32_t>(end);
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t rights = block_size(block) - lefts[block];
        std::copy_n(&scratch[block * rows_per_block], rights, rows.begin() + static_cast<std::ptrdiff_t>(end));
        end += rights;
    }
    return {{0, middle}, {middle, size32(rows)}};
}

/// Blocks are counted, and prefix sums of the counts give every block its output positions: in parallel, and with the same
/// result for any number of threads.
template <class ChildOf>
std::vector<RowRange> RowPartition::by(std::size_t children, const ChildOf& child_of) const {
    const std::size_t blocks = (rows.size() + rows_per_block - 1) / rows_per_block;
    std::vector<std::vector<std::uint32_t>> at(blocks, std::vector<std::uint32_t>(children, 0));
    const auto block_rows = [&](std::size_t block) {
        return rows.subspan(block * rows_per_block, std::min(rows_per_block, rows.size() - block * rows_per_block));
    };
    threads.for_each(blocks, [&](std::size_t block) {
        progress.stop_if_cancelled();
        for (const RowId row : block_rows(block)) ++at[block][child_of(row)];
    });
    std::vector<RowRange> ranges(children);
    std::uint32_t begin = 0;
    for (std::size_t child = 0; child < children; ++child) {
        ranges[child].begin = begin;
        for (auto& block : at) {
            const std::uint32_t size = block[child];
            block[child] = begin;
            begin += size;
        }
        ranges[child].end = begin;
    }
    threads.for_each(blocks, [&](std::size_t block) {
        std::vector<std::uint32_t>& next = at[block];
        for (const RowId row : block_rows(block)) scratch[next[child_of(row)]++] = row;
    });
    std::copy_n(scratch.begin(), rows.size(), rows.begin());
    return ranges;
}

}  // namespace treewright
