#include "treewright/engine/folds/fold_searcher.h"

#include <algorithm>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/engine/measure/label_span.h"

namespace treewright {

FoldSearcher::FoldSearcher(const IndexedTable& table, std::shared_ptr<TableIndex> index, std::size_t rows,
                           const BinSearchSource& search)
    : search_(search), source_(table, std::move(index), rows), alone_(source_, search.counts.alone, search.counts.progress) {}

void FoldSearcher::write_rows(const RowView& rows, RowRange range) {
    std::size_t at = range.begin;
    rows.for_all(search_.counts.progress, [&](std::span<const RowId> block) {
        check_invariant(at + block.size() <= range.end, "a fold's rows are those that were counted");
        std::copy(block.begin(), block.end(), source_.rows.begin() + at);
        at += block.size();
    });
    check_invariant(at == range.end, "a fold's rows are those that were counted");
}

Found FoldSearcher::find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) {
    const auto known = spans_.find(range.begin);
    const LabelSpan span =
        known != spans_.end() ? known->second : label_span(search_.counts.labels, rows(range), search_.counts.alone);
    Found found;
    found.winner = BinSearch(search_, {node, here_->rows, span}, *here_->histogram).find(used);
    return found;
}

std::vector<RowRange> FoldSearcher::split(RowRange range, const Tree&, std::uint32_t, std::vector<Sums>& branches) {
    forget(range);
    if (!search_.context.labels.is_classification())
        for (std::size_t c = 0; c < ranges_.size(); ++c) {
            const TargetFacts facts = target_facts(search_.counts.labels, rows(ranges_[c]), search_.counts.alone);
            branches[c].squares = facts.squares;
            if (ranges_[c].size() > 0) spans_[ranges_[c].begin] = facts.span;
        }
    return std::move(ranges_);
}

void FoldSearcher::forget(RowRange range) {
    if (range.size() > 0) spans_.erase(range.begin);
}

GrowthPlace FoldSearcher::growth_place(RowRange range, std::size_t levels) const {
    if (source_.table.leaves_to_subtree(range.size(), levels)) return GrowthPlace::subtree;
    return here_->is_detached ? GrowthPlace::branch : GrowthPlace::here;
}

std::unique_ptr<NodeSearcher> FoldSearcher::branch(RowRange range) {
    write_rows(here_->rows, range);
    forget(range);
    alone_.keep(range, *here_->histogram);
    return alone_.branch(range);
}

std::unique_ptr<NodeSearcher> FoldSearcher::subtree(RowRange range, const SharedLists& lists,
                                                    std::span<const std::uint16_t> local_of) {
    return std::make_unique<SmallNodeSearcher>(source_.table.small, source_.rows, range,
                                               [&](FeatureId feature) { return lists.list(feature, local_of); });
}

}  // namespace treewright
