#include "treewright/engine/folds/fold_split.h"

#include <algorithm>
#include <array>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/engine/folds/fold_counts.h"
#include "treewright/engine/large_nodes/row_partition.h"
#include "treewright/growing/young_tree.h"
#include "treewright/tree/condition.h"

namespace treewright {

namespace {

/// By threshold: from the one in the middle the fewest rows stray.
std::vector<const FoldPart*> by_threshold(const SharedNode& node) {
    std::vector<const FoldPart*> parts;
    for (const FoldPart& part : node.parts) parts.push_back(&part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const FoldPart* a, const FoldPart* b) { return a->question().threshold < b->question().threshold; });
    return parts;
}

Tree tree_of_one_question(const Labels& labels, const FoldPart& part) {
    YoungTree young(labels);
    young.split(young.add_root(part.node.sums), part.split->candidate);
    return std::move(young.tree());
}

/// The ranges that the children of a part get: from its beginning on, one after the other.
void set_ranges(std::vector<SharedNode>& children, std::size_t part, RowRange whole, const std::vector<std::size_t>& sizes) {
    std::uint32_t begin = whole.begin;
    for (std::size_t c = 0; c < children.size(); ++c) {
        const auto end = begin + static_cast<std::uint32_t>(sizes[c]);
        children[c].parts[part].node.range = {begin, end};
        begin = end;
    }
}

/// What the largest child has is what the others leave: its rows are not looked at.
void set_all_ranges(const SharedNode& node, std::vector<SharedNode>& children, const AwayBits* away) {
    std::size_t largest = 0;
    for (std::size_t c = 1; c < children.size(); ++c)
        if (children[c].rows.size() > children[largest].rows.size()) largest = c;
    std::vector<std::vector<std::size_t>> gone(children.size());
    for (std::size_t c = 0; c < children.size(); ++c)
        if (c != largest) gone[c] = rows_away(children[c].rows, away);
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

/// First by the bins, a byte a row; the values of the few rows in those bins decide.
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

std::size_t FoldSplit::strays(const FoldPart& part, const AwayBits* away) const {
    const double own = part.question().threshold;
    const double common = question_.nodes[0].threshold;
    return part.added.size() + static_cast<std::size_t>(std::count_if(between_.begin(), between_.end(), [&](RowId row) {
               return (away[row] & part.bit()) == 0 && child_of(row, own) != child_of(row, common);
           }));
}

std::vector<SharedNode> FoldSplit::run(const SharedNode& node, AwayBits* away, std::span<std::uint32_t> spare,
                                       const Threads& threads, Progress& progress) const {
    const RowPartition partition{node.rows, spare.first(node.rows.size()), threads, progress};
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
            if ((away[row] & part.bit()) != 0 || child == child_of(row, common)) continue;
            away[row] |= part.bit();
            children[child].parts.back().added.push_back(row);
        }
    }
    set_all_ranges(node, children, away);
    return children;
}

}  // namespace treewright
