#include "treewright/growing/plain_searcher.h"

#include <utility>

#include "treewright/tree/condition.h"

namespace treewright {

PlainSearcher::PlainSearcher(const SplitSearch& search, const GrowRun& run)
    : search_(search),
      threads_(run.threads),
      keep_detail_(run.work != nullptr),
      rows_(search.context().set, run.threads, run.progress, run.rows),
      child_of_row_(search.context().set.rows) {}

Found PlainSearcher::find(const NodeFacts& node, RowRange range, std::span<const std::size_t> used) {
    SearchResult result = search_.find({node, rows_, range}, used, {keep_detail_, false}, threads_);
    Found found;
    found.tests_at_node = result.tests;
    if (result.winner) {
        found.tests_of_feature = result.features[*result.winner].tests;
        found.winner = result.features[*result.winner].best;
    }
    if (keep_detail_) found.detail = std::move(result);
    return found;
}

/// By the finished tree's own definition of a condition, so that training and prediction cannot differ.
std::vector<RowRange> PlainSearcher::split(RowRange range, const Tree& tree, std::uint32_t node, std::vector<Sums>& branches) {
    const Column& column = search_.context().set.features[static_cast<std::size_t>(tree.nodes[node].feature)];
    for (const std::uint32_t row : rows_.rows(range))
        child_of_row_[row] = column.has_values() ? child_for_value(tree, node, column.values[row])
                                                 : child_for_code(tree, node, column.codes[row]);
    return rows_.partition(range, child_of_row_, branches.size(), threads_);
}

}  // namespace treewright
