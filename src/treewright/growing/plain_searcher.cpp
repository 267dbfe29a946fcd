#include "treewright/growing/plain_searcher.h"

#include <utility>

#include "treewright/growing/growing_tree.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/search/surrogate_search.h"
#include "treewright/tree/routing.h"

namespace treewright {

Found found_in(SearchResult result, bool keep_detail) {
    Found found;
    found.tests_at_node = result.tests;
    if (result.winner) {
        found.tests_of_feature = result.features[*result.winner].tests;
        found.winner = result.features[*result.winner].best;
    }
    if (keep_detail) found.detail = std::move(result);
    return found;
}

PlainSearcher::PlainSearcher(const SplitSearch& search, const RowSelection& rows, const Run& run)
    : search_(search),
      most_surrogates_(surrogates_to_make(search.context().set, search.context().options)),
      run_(run),
      keep_detail_(search.context().options.keeps_work),
      rows_(search.context().set, rows, run),
      child_of_row_(search.context().set.rows) {}

Found PlainSearcher::find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) {
    const NodeView view{node, rows_, range};
    SearchResult result = search_.find(view, used, {keep_detail_, false}, run_);
    if (most_surrogates_ > 0 && result.winner) add_surrogates(view, *result.features[*result.winner].best);
    return found_in(std::move(result), keep_detail_);
}

/// Finds the surrogates of a split and routes the rows without a value by them. A tree of this split alone does the routing:
/// the same definition as in prediction.
void PlainSearcher::add_surrogates(const NodeView& node, Candidate& candidate) {
    if (candidate.split.kind == SplitKind::multiway) return;
    const SearchContext& context = search_.context();
    const auto tree_of = [&](const Candidate& question) {
        GrowingTree growing_tree(context.labels);
        growing_tree.split(growing_tree.add_root(node.sums), question);
        return std::move(growing_tree.tree());
    };
    const Tree without = tree_of(candidate);
    for (const RowId row : rows_.rows(node.range)) {
        const ColumnRow cells{context.set.features, row};
        child_of_row_[row] = lacks_answer(without, 0, cells) ? no_child : child_for_row(without, 0, cells);
    }
    candidate.surrogates = find_surrogates(context, node, {candidate, child_of_row_}, most_surrogates_, run_.threads);
    if (candidate.missing_weight == 0 || candidate.surrogates.empty()) return;
    const Tree with = tree_of(candidate);
    candidate.branches = candidate.counted;
    for (const RowId row : rows_.rows(node.range))
        if (child_of_row_[row] == no_child)
            context.labels.add(row, candidate.branches[child_for_row(with, 0, ColumnRow{context.set.features, row})]);
}

/// By the tree's own definition of routing (tree/routing.h), so that training and prediction cannot differ.
std::vector<RowRange> PlainSearcher::split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) {
    for (const RowId row : rows_.rows(range))
        child_of_row_[row] = child_for_row(tree, node, ColumnRow{search_.context().set.features, row});
    return rows_.partition(range, child_of_row_, branches.size(), run_);
}

}  // namespace treewright
