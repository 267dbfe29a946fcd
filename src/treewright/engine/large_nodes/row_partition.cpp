#include "treewright/engine/large_nodes/row_partition.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "treewright/base/positions.h"
#include "treewright/engine/large_nodes/row_blocks.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

constexpr std::size_t rows_per_block = steps_between_checks;

// On which side of a threshold the values of a bin are. Numbers, so that rows are counted without branches.
constexpr std::uint8_t left = 0;
constexpr std::uint8_t right = 1;
constexpr std::uint8_t either = 2;

std::array<std::uint8_t, bins_per_feature> sides_of(const BinnedFeature& feature, const Node& node) {
    std::array<std::uint8_t, bins_per_feature> sides;
    const auto above = std::upper_bound(feature.cuts.begin(), feature.cuts.end(), node.threshold);
    const std::size_t bin = index_in(feature.cuts, above);
    std::fill_n(sides.begin(), bin, left);
    std::fill(sides.begin() + static_cast<std::ptrdiff_t>(bin), sides.end(), right);
    if (bin == 0 || feature.cuts[bin - 1] != node.threshold) sides[bin] = either;
    if (feature.has_missing) sides[missing_bin] = node.missing_child == 0 ? left : right;
    return sides;
}

}  // namespace

std::vector<RowRange> RowPartition::run(const Column& column, const Tree& tree, NodeId number) const {
    const Node& node = tree.nodes[number];
    if (node.kind == SplitKind::threshold)
        return column.values.visit([&](auto values) {
            const double threshold = node.threshold;
            if (node.missing_child == 0)
                return in_two(values, [=](auto value, RowId) { return static_cast<double>(value) > threshold; });
            return in_two(values, [=](auto value, RowId) { return !(static_cast<double>(value) <= threshold); });
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

std::vector<RowRange> RowPartition::run(const Column& column, const BinIndex& index, const Tree& tree, NodeId number) const {
    const Node& node = tree.nodes[number];
    const auto indexed = index.find(node.feature);
    if (node.kind != SplitKind::threshold || !indexed || !column.values.stand_apart()) return run(column, tree, number);
    const BinColumn bins = index.column(*indexed);
    const auto sides = sides_of(index.features()[*indexed], node);
    return column.values.visit([&](auto values) {
        return in_two(bins, [=, &sides, threshold = node.threshold](std::uint8_t bin, RowId row) {
            std::uint32_t side = sides[bin];
            if (side == either) side = static_cast<double>(values[row]) > threshold ? right : left;
            return side;
        });
    });
}

/// Every block is partitioned separately, left rows in place and right ones into the scratch buffer, in one branch-free pass
/// over the values; then the parts are moved together.
template <class Cells, class GoesRight>
std::vector<RowRange> RowPartition::in_two(const Cells& cells, const GoesRight& goes_right) const {
    const std::size_t blocks = (rows.size() + rows_per_block - 1) / rows_per_block;
    std::vector<std::uint32_t> lefts(blocks, 0);
    const auto block_size = [&](std::size_t block) { return std::min(rows_per_block, rows.size() - block * rows_per_block); };
    threads.for_each(blocks, [&](std::size_t block) {
        progress.stop_if_cancelled();
        const auto in_place = rows.subspan(block * rows_per_block, block_size(block));
        std::uint32_t* aside = &scratch[block * rows_per_block];
        std::uint32_t rights = 0;
        for (std::uint32_t i = 0; i < in_place.size(); ++i) {
            __builtin_prefetch(&cells[row_ahead(in_place, i)]);
            const RowId row = in_place[i];
            const std::uint32_t is_right = goes_right(cells[row], row);
            in_place[i - rights] = row;
            aside[rights] = row;
            rights += is_right;
        }
        lefts[block] = size32(in_place) - rights;
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
