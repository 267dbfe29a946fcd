#include "treewright/engine/large_nodes.h"

#include <algorithm>
#include <numeric>

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
      fine_(context.set),
      small_source_{context, measure, labels_, has_fast_pairs(context, labels_, measure)},
      rows_(context.set.rows) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    if (rows_.size() <= small_rows_ && context.options.max_leaves == no_limit) return;  // one subtree
    bins_ = std::make_unique<BinIndex>(context, limits.bins, run.threads, run.progress);
    source_ = std::make_unique<BinSearchSource>(
        BinSearchSource{context, measure, {*bins_, labels_, run.threads, run.progress}, fine_, limits_});
    spare_.resize(rows_.size());
}

Found LargeNodes::find(const NodeFacts& node, RowRange range, std::span<const std::size_t> used) {
    if (range.size() <= small_rows_) return SmallNodes(small_source_, rows_, range).find(node, range, used);
    Found found;
    found.winner = BinSearch(*source_, node, rows(range), histogram_of(range)).find(used);
    return found;
}

const Histogram& LargeNodes::histogram_of(RowRange range) {
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
        for (std::size_t c = 0; c < children.size(); ++c) branches[c] = context_.labels.sums_of(rows(children[c]));
    hand_down(range, children);
    return children;
}

/// Every child gets its histogram; the largest one what is left of the parent's. Best-first growth keeps none: too many nodes wait.
void LargeNodes::hand_down(RowRange range, std::span<const RowRange> children) {
    const auto kept = histograms_.find(range.begin);
    if (kept == histograms_.end()) return;
    std::unique_ptr<Histogram> parent = std::move(kept->second);
    histograms_.erase(kept);
    const auto largest =
        std::max_element(children.begin(), children.end(), [](RowRange a, RowRange b) { return a.size() < b.size(); });
    if (context_.options.max_leaves != no_limit || largest->size() <= small_rows_) return;
    for (auto child = children.begin(); child != children.end(); ++child) {
        if (child == largest || child->size() == 0) continue;
        auto own = std::make_unique<Histogram>(source_->counts);
        own->count(source_->counts, rows(*child));
        parent->subtract(*own);
        if (child->size() > small_rows_) histograms_[child->begin] = std::move(own);
    }
    histograms_[largest->begin] = std::move(parent);
}

std::unique_ptr<NodeSearcher> LargeNodes::subtree(RowRange range) {
    return std::make_unique<SmallNodes>(small_source_, rows_, range);
}

}  // namespace treewright
