#include "treewright/engine/large_nodes/large_node_searcher.h"

#include <algorithm>
#include <utility>

#include "treewright/engine/large_nodes/row_partition.h"
#include "treewright/engine/measure/label_span.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

// The lists of a subtree, four bytes per row and feature, should fit into a core's L2 cache.
constexpr std::size_t cache_bytes = 384 * 1024;

// The smaller child is always grown first: only a few siblings wait during the descent.
constexpr double histograms_per_branch = 4.0;

std::size_t small_rows_for(std::size_t features) {
    return std::clamp<std::size_t>(cache_bytes / 4 / std::max<std::size_t>(features, 1), 256, most_small_rows / 2);
}

/// With class labels, which need at most two bytes per row, the second copy keeps within the promised memory.
bool has_room_for_columns(const RowLabels& labels) {
    return labels.kind == LabelKind::two_classes || labels.kind == LabelKind::classes;
}

bool has_fast_pairs(const SearchContext& context, const RowLabels& labels, const CutMeasure& measure) {
    return labels.shape.is_pair() && !context.labels.has_weights() && measure.is_spread();
}

}  // namespace

IndexedTable::IndexedTable(const SearchContext& search_context, const CutMeasure& cut_measure,
                           const EngineLimits& engine_limits)
    : context(search_context),
      measure(cut_measure),
      limits(engine_limits),
      labels(context.labels),
      small_rows(limits.small_rows > 0 ? limits.small_rows : small_rows_for(context.set.features.size())),
      small{context, measure, labels, has_fast_pairs(context, labels, measure)} {}

TableIndex::TableIndex(const IndexedTable& table, bool keeps_columns, const Run& run)
    : bins(table.context.set,
           choose_cuts(table.context.set, table.context.has_missing, table.limits.bins, run.threads, run.progress),
           keeps_columns && has_room_for_columns(table.labels), run.threads, run.progress),
      fine(table.context.set, bins,
           static_cast<std::size_t>(table.limits.demand_for_fine * static_cast<double>(table.context.set.rows))) {}

LargeNodeSource::LargeNodeSource(const IndexedTable& indexed, std::shared_ptr<TableIndex> table_index, std::size_t row_count)
    : table(indexed), index(std::move(table_index)), branch_rows(0), rows(row_count) {
    if (index != nullptr) scratch = LargeArray<std::uint32_t>(rows.size());
}

LargeNodeSource::LargeNodeSource(const IndexedTable& indexed, std::shared_ptr<TableIndex> table_index,
                                 const RowSelection& selection, const Threads& threads)
    : LargeNodeSource(indexed, std::move(table_index), selection.size()) {
    selection.copy_to({rows.data(), rows.size()});
    if (threads.count() > 1) branch_rows = rows.size() / (table.limits.branches_per_thread * threads.count());
}

LargeNodeSearcher::LargeNodeSearcher(LargeNodeSource& source, const Threads& threads, Progress& progress)
    : source_(source), threads_(threads), progress_(progress) {
    const IndexedTable& table = source.table;
    if (source.index == nullptr) return;
    search_ = std::make_unique<BinSearchSource>(BinSearchSource{
        table.context,
        table.measure,
        {source.index->bins, table.labels, threads_, progress_, table.limits.least_rows_for_threads, Threads(1)},
        source.index->fine,
        table.limits});
}

Found LargeNodeSearcher::find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) {
    if (is_best_first() && range.size() <= source_.table.small_rows) return subtree(range)->find(node, range, used);
    Found found;
    const auto known = spans_.find(range.begin);
    const LabelSpan span = known != spans_.end()
                               ? known->second
                               : label_span(source_.table.labels, rows(range), search_->counts.threads_for(range.size()));
    found.winner = BinSearch(*search_, {node, rows(range), span}, histogram_of(range)).find(used);
    if (is_best_first()) histograms_.erase(range.begin);  // too many nodes are pending
    return found;
}

GrowthPlace LargeNodeSearcher::growth_place(RowRange range, std::size_t levels) const {
    if (source_.table.leaves_to_subtree(range.size(), levels)) return GrowthPlace::subtree;
    return threads_.count() > 1 && range.size() <= source_.branch_rows ? GrowthPlace::branch : GrowthPlace::here;
}

void LargeNodeSearcher::forget(RowRange range) {
    if (range.size() == 0) return;  // it begins where a sibling does
    histograms_.erase(range.begin);
    families_.erase(range.begin);
    spans_.erase(range.begin);
}

void LargeNodeSearcher::close() {
    search_.reset();
    source_.index.reset();
    source_.scratch = {};
    histograms_.clear();
    families_.clear();
    spans_.clear();
}

const NodeCounts& LargeNodeSearcher::histogram_of(RowRange range) {
    if (const auto family = families_.find(range.begin); family != families_.end()) {
        const std::shared_ptr<Family> own = family->second;
        make_child_histograms(*own);
    }
    auto& kept = histograms_[range.begin];
    if (kept == nullptr) {
        kept = std::make_unique<NodeCounts>(search_->counts);
        kept->count(search_->counts, rows(range));
    }
    return *kept;
}

std::vector<RowRange> LargeNodeSearcher::split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) {
    const Column& column = source_.table.context.set.features[tree.nodes[node].feature];
    const RowPartition partition{{source_.rows.data() + range.begin, range.size()},
                                 {source_.scratch.data() + range.begin, range.size()},
                                 threads_,
                                 progress_};
    std::vector<RowRange> children = partition.run(column, source_.index->bins, tree, node);
    for (RowRange& child : children) child = {child.begin + range.begin, child.end + range.begin};
    if (!source_.table.context.labels.is_classification())
        for (std::size_t c = 0; c < children.size(); ++c) {
            const TargetFacts facts =
                target_facts(source_.table.labels, rows(children[c]), search_->counts.threads_for(children[c].size()));
            branches[c].squares = facts.squares;
            if (children[c].size() > 0) spans_[children[c].begin] = facts.span;
        }
    const auto kept = histograms_.find(range.begin);
    if (kept == histograms_.end()) return children;
    auto family = std::make_shared<Family>(Family{children, std::move(kept->second)});
    histograms_.erase(kept);
    if (!is_best_first() && keeps_histograms_)
        for (const RowRange child : children)
            if (child.size() > 0) families_[child.begin] = family;
    return children;
}

/// Makes the histogram of every child that may still be searched; the largest one's by histogram subtraction.
void LargeNodeSearcher::make_child_histograms(Family& family) {
    const auto largest = *std::max_element(family.children.begin(), family.children.end(),
                                           [](RowRange a, RowRange b) { return a.size() < b.size(); });
    for (const RowRange child : family.children) {
        if (child.begin == largest.begin || child.size() == 0) continue;
        auto own = std::make_unique<NodeCounts>(search_->counts);
        own->count(search_->counts, rows(child));
        family.parent->subtract(*own);
        if (families_.erase(child.begin) > 0) histograms_[child.begin] = std::move(own);
    }
    if (families_.erase(largest.begin) > 0) histograms_[largest.begin] = std::move(family.parent);
}

/// The branch takes the node's histogram along as far as memory allows. With very many classes the histograms of waiting
/// branches would take more memory than the table: then a branch counts its rows again. If those inside branches would, too, it
/// counts the rows of every node, without histogram subtraction.
std::unique_ptr<NodeSearcher> LargeNodeSearcher::branch(RowRange range) {
    auto below = std::make_unique<LargeNodeSearcher>(source_, search_->counts.alone, progress_);
    const auto bytes = static_cast<double>(NodeCounts::bytes(search_->counts));
    const auto rows = static_cast<double>(source_.rows.size());
    if (bytes_handed_on_ + bytes <= source_.table.limits.bytes_of_waiting * rows) {
        histogram_of(range);
        below->histograms_[range.begin] = std::move(histograms_[range.begin]);
        bytes_handed_on_ += bytes;
    }
    below->keeps_histograms_ =
        bytes * histograms_per_branch * threads_.count() <= source_.table.limits.bytes_of_branches * rows;
    if (const auto span = spans_.find(range.begin); span != spans_.end()) below->spans_.insert(*span);
    forget(range);
    return below;
}

std::unique_ptr<NodeSearcher> LargeNodeSearcher::subtree(RowRange range) {
    return std::make_unique<SmallNodeSearcher>(source_.table.small, source_.rows, range);
}

}  // namespace treewright
