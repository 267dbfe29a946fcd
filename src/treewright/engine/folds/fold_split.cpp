#include "treewright/engine/folds/fold_split.h"

#include <algorithm>
#include <array>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/engine/folds/fold_counts.h"
#include "treewright/engine/large_nodes/row_partition.h"
#include "treewright/growing/growing_tree.h"
#include "treewright/tree/routing.h"

namespace treewright {

namespace {

/// Sorted by threshold: with the median threshold the fewest rows are displaced.
std::vector<const FoldPart*> by_threshold(const SharedNode& node) {
    std::vector<const FoldPart*> parts;
    for (const FoldPart& part : node.parts) parts.push_back(&part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const FoldPart* a, const FoldPart* b) { return a->question().threshold < b->question().threshold; });
    return parts;
}

Tree tree_of_one_question(const Labels& labels, const FoldPart& part) {
    GrowingTree growing_tree(labels);
    growing_tree.split(growing_tree.add_root(part.node.sums), part.split->candidate);
    return std::move(growing_tree.tree());
}

/// Sets the ranges of the children of a part: consecutive, from its beginning on.
void set_ranges(std::vector<SharedNode>& children, std::size_t part, RowRange whole, const std::vector<std::size_t>& sizes) {
    std::uint32_t begin = whole.begin;
    for (std::size_t c = 0; c < children.size(); ++c) {
        const auto end = begin + static_cast<std::uint32_t>(sizes[c]);
        children[c].parts[part].node.range = {begin, end};
        begin = end;
    }
}

/// The size of the largest child is the remainder: its rows are not read.
void set_all_ranges(const SharedNode& node, std::vector<SharedNode>& children, const AbsentBits* absent) {
    std::size_t largest = 0;
    for (std::size_t c = 1; c < children.size(); ++c)
        if (children[c].rows.size() > children[largest].rows.size()) largest = c;
    std::vector<std::vector<std::size_t>> gone(children.size());
    for (std::size_t c = 0; c < children.size(); ++c)
        if (c != largest) gone[c] = rows_absent(children[c].rows, absent);
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
        const RowRange whole = node.parts[i].node.range;
        std::vector<std::size_t> sizes(children.size(), 0);
        std::size_t others = 0;
        for (std::size_t c = 0; c < children.size(); ++c) {
            if (c == largest) continue;
            const FoldPart& part = children[c].parts[i];
            sizes[c] = children[c].rows.size() - gone[c][part.fold] + part.added.size();
            others += sizes[c];
        }
        sizes[largest] = whole.size() - others;
        set_ranges(children, i, whole, sizes);
    }
}

}  // namespace

FoldSplit::FoldSplit(const SearchContext& context, const BinIndex& bins, const SharedNode& node, const Progress& progress)
    : column_(context.set.features[node.parts.front().question().feature]) {
    const std::vector<const FoldPart*> parts = by_threshold(node);
    question_ = tree_of_one_question(context.labels, *parts[parts.size() / 2]);
    const double low = parts.front()->question().threshold;
    const double high = parts.back()->question().threshold;
    if (question_.nodes[0].kind != SplitKind::threshold || low == high) return;
    std::size_t indexed = 0;
    while (bins.features()[indexed].feature != parts.front()->question().feature) ++indexed;
    find_rows_between(bins.features()[indexed], bins.column(indexed), node.rows, {low, high}, progress);
}

/// First by the bins, one byte per row; then by the values of the few rows in those bins.
void FoldSplit::find_rows_between(const BinnedFeature& feature, BinColumn bins, std::span<const RowId> rows, Gap ends,
                                  const Progress& progress) {
    const auto bin_of = [&](double value) {
        return index_in(feature.cuts, std::lower_bound(feature.cuts.begin(), feature.cuts.end(), value));
    };
    const std::size_t first = bin_of(ends.low);
    const std::size_t bins_between = bin_of(ends.high) - first;
    constexpr std::size_t rows_per_block = 4096;
    std::array<std::uint32_t, rows_per_block> hits;
    for (std::size_t begin = 0; begin < rows.size(); begin += rows_per_block) {
        progress.stop_if_cancelled();
        const auto block = rows.subspan(begin, std::min(rows_per_block, rows.size() - begin));
        std::size_t count = 0;
        for (const RowId row : block) {
            hits[count] = row;
            count += bins[row] - first <= bins_between ? 1 : 0;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const double value = column_.values[hits[i]];
            if (value > ends.low && value <= ends.high) between_.push_back(hits[i]);
        }
    }
}

std::uint32_t FoldSplit::child_of(RowId row, double threshold) const {
    const Node& node = question_.nodes[0];
    if (!column_.has_values()) return child_for_code(question_, 0, column_.codes[row]);
    const double value = column_.values[row];
    if (node.kind != SplitKind::threshold) return child_for_value(question_, 0, value);
    return is_missing(value) ? node.missing_child : (value <= threshold ? 0 : 1);
}

std::size_t FoldSplit::displaced_rows(const FoldPart& part, const AbsentBits* absent) const {
    const double own = part.question().threshold;
    const double common = question_.nodes[0].threshold;
    return part.added.size() + static_cast<std::size_t>(std::count_if(between_.begin(), between_.end(), [&](RowId row) {
               return (absent[row] & part.bit()) == 0 && child_of(row, own) != child_of(row, common);
           }));
}

std::vector<SharedNode> FoldSplit::run(const SharedNode& node, AbsentBits* absent, std::span<std::uint32_t> scratch,
                                       const Threads& threads, Progress& progress) const {
    const RowPartition partition{node.rows, scratch.first(node.rows.size()), threads, progress};
    std::vector<SharedNode> children;
    for (const RowRange range : partition.run(column_, question_, 0))
        children.push_back({node.rows.subspan(range.begin, range.size()), node.copy, node.depth + 1, nullptr, {}, node.lists});
    const double common = question_.nodes[0].threshold;
    for (const FoldPart& part : node.parts) {
        for (SharedNode& child : children) {
            child.parts.emplace_back();
            child.parts.back().fold = part.fold;
        }
        const double own = part.question().threshold;
        for (const RowId row : part.added) children[child_of(row, own)].parts.back().added.push_back(row);
        if (own == common) continue;
        for (const RowId row : between_) {
            const std::uint32_t child = child_of(row, own);
            if ((absent[row] & part.bit()) != 0 || child == child_of(row, common)) continue;
            absent[row] |= part.bit();
            children[child].parts.back().added.push_back(row);
        }
    }
    set_all_ranges(node, children, absent);
    return children;
}

}  // namespace treewright
