#include "treewright/engine/large_nodes.h"

#include <algorithm>
#include <numeric>

#include "treewright/engine/label_span.h"
#include "treewright/engine/row_partition.h"
#include "treewright/growing/split_search.h"

namespace treewright {

namespace {

// The lists of a subtree, four bytes a row and feature, are to fit into a core's own cache.
constexpr std::size_t cache_bytes = 384 * 1024;

std::size_t small_rows(std::size_t features) {
    return std::clamp<std::size_t>(cache_bytes / 4 / std::max<std::size_t>(features, 1), 256, most_small_rows / 2);
}

bool has_fast_pairs(const SearchContext& context, const RowLabels& labels, const CutMeasure& measure) {
    return labels.shape.is_pair() && !context.labels.has_weights() && measure.is_spread();
}

}  // namespace

LargeNodes::LargeNodes(const SearchContext& context, const CutMeasure& measure, const GrowRun& run, const EngineLimits& limits)
    : context_(context),
      measure_(measure),
      limits_(limits),
      threads_(run.threads),
      progress_(run.progress),
      labels_(context.labels),
      small_rows_(limits.small_rows > 0 ? limits.small_rows : small_rows(context.set.features.size())),
      small_source_{context, measure, labels_, has_fast_pairs(context, labels_, measure)},
      rows_(context.set.rows) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    if (context.options.max_leaves == no_limit && leaves_to_subtree(all(), context.options.max_depth)) return;  // one subtree
    bins_ = std::make_unique<BinIndex>(context, limits.bins, run.threads, run.progress);
    fine_ = std::make_unique<FineIndex>(context.set, *bins_, run.progress);
    source_ = std::make_unique<BinSearchSource>(
        BinSearchSource{context,
                        measure,
                        {*bins_, labels_, run.threads, run.progress, limits.least_rows_for_threads, Threads(1)},
                        *fine_,
                        limits_});
    spare_.resize(rows_.size());
}

Found LargeNodes::find(const NodeFacts& node, RowRange range, std::span<const std::size_t> used) {
    if (context_.options.max_leaves != no_limit && range.size() <= small_rows_)
        return SmallNodes(small_source_, rows_, range).find(node, range, used);
    Found found;
    const auto known = spans_.find(range.begin);
    const LabelSpan span =
        known != spans_.end() ? known->second : label_span(labels_, rows(range), source_->counts.threads_for(range.size()));
    found.winner = BinSearch(*source_, {node, rows(range), span}, histogram_of(range)).find(used);
    if (context_.options.max_leaves != no_limit) histograms_.erase(range.begin);  // too many nodes wait for their turn
    return found;
}

/// To sort the rows of a subtree for one or two levels costs more than their histograms.
bool LargeNodes::leaves_to_subtree(RowRange range, std::size_t levels) const {
    return range.size() <= (levels <= 2 ? small_rows_ / 4 : small_rows_);
}

void LargeNodes::forget(RowRange range) {
    if (range.size() == 0) return;  // begins where a sibling does
    histograms_.erase(range.begin);
    families_.erase(range.begin);
    spans_.erase(range.begin);
}

void LargeNodes::close() {
    source_.reset();
    fine_.reset();
    bins_.reset();
    histograms_.clear();
    families_.clear();
    spans_.clear();
    spare_ = {};
}

const Histogram& LargeNodes::histogram_of(RowRange range) {
    if (const auto family = families_.find(range.begin); family != families_.end()) {
        const std::shared_ptr<Family> own = family->second;
        share_out(*own);
    }
    auto& kept = histograms_[range.begin];
    if (kept == nullptr) {
        kept = std::make_unique<Histogram>(source_->counts);
        kept->count(source_->counts, rows(range));
    }
    return *kept;
}

std::vector<RowRange> LargeNodes::split(RowRange range, const Tree& tree, std::uint32_t node, std::vector<Sums>& branches) {
    const Column& column = context_.set.features[static_cast<std::size_t>(tree.nodes[node].feature)];
    const RowPartition partition{std::span(rows_).subspan(range.begin, range.size()), spare_, threads_, progress_};
    std::vector<RowRange> children = partition.run(column, tree, node);
    for (RowRange& child : children) child = {child.begin + range.begin, child.end + range.begin};
    if (!context_.labels.is_classification())
        for (std::size_t c = 0; c < children.size(); ++c) {
            const TargetFacts facts = target_facts(labels_, rows(children[c]), source_->counts.threads_for(children[c].size()));
            branches[c].squares = facts.squares;
            if (children[c].size() > 0) spans_[children[c].begin] = facts.span;
        }
    const auto kept = histograms_.find(range.begin);
    if (kept == histograms_.end()) return children;
    auto family = std::make_shared<Family>(Family{children, std::move(kept->second)});
    histograms_.erase(kept);
    if (context_.options.max_leaves == no_limit)
        for (const RowRange child : children)
            if (child.size() > 0) families_[child.begin] = family;
    return children;
}

/// Every child that may still be searched gets its histogram; the largest one what is left of the parent's.
void LargeNodes::share_out(Family& family) {
    const auto largest = *std::max_element(family.children.begin(), family.children.end(),
                                           [](RowRange a, RowRange b) { return a.size() < b.size(); });
    for (const RowRange child : family.children) {
        if (child.begin == largest.begin || child.size() == 0) continue;
        auto own = std::make_unique<Histogram>(source_->counts);
        own->count(source_->counts, rows(child));
        family.parent->subtract(*own);
        if (families_.erase(child.begin) > 0) histograms_[child.begin] = std::move(own);
    }
    if (families_.erase(largest.begin) > 0) histograms_[largest.begin] = std::move(family.parent);
}

std::unique_ptr<NodeSearcher> LargeNodes::subtree(RowRange range) {
    return std::make_unique<SmallNodes>(small_source_, rows_, range);
}

}  // namespace treewright
