#include "treewright/growing/grower.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "treewright/growing/growth.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/plain_searcher.h"

namespace treewright {

namespace {

/// A subtree grown apart, with the rows of its leaves.
struct GrownSubtree {
    Graft graft;
    std::vector<LeafRows> leaves;
};

/// Grows what was left to subtrees, each on one thread.
std::vector<GrownSubtree> grow_subtrees(std::vector<SubtreeRoot>& roots, const SearchContext& context, NodeSearcher& searcher,
                                        GrowthProgress& progress, const Threads& threads) {
    // The largest first: then the threads end together.
    std::stable_sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) { return a.range.size() > b.range.size(); });
    std::vector<GrownSubtree> grown(roots.size());
    threads.for_each(roots.size(), [&](std::size_t i) {
        const auto below = searcher.subtree(roots[i].range);
        Growth growth(context, *below, progress, nullptr);
        growth.run(roots[i]);
        grown[i] = {{roots[i].node, growth.young().tree(), {}}, growth.leaves()};  // copies: without the room to grow
    });
    return grown;
}

/// The finished tree's numbers in place of those while it grew.
std::vector<LeafRows> renumbered(std::vector<LeafRows> leaves, const std::vector<std::uint32_t>& number) {
    for (LeafRows& leaf : leaves) leaf.node = number[leaf.node];
    return leaves;
}

Tree finish(Growth& growth, std::vector<GrownSubtree>& subtrees, const SearchContext& context, const NodeSearcher& searcher,
            const GrowRun& run) {
    std::vector<std::uint32_t> number;
    std::vector<Graft> grafts;
    for (GrownSubtree& each : subtrees) grafts.push_back(std::move(each.graft));
    Tree tree = in_preorder(growth.young().tree(), grafts, number);
    if (run.work != nullptr) {
        for (NodeWork& work : *run.work) work.node = number[work.node];
        std::sort(run.work->begin(), run.work->end(), [](const auto& a, const auto& b) { return a.node < b.node; });
    }
    if (context.labels.is_classification()) return tree;
    std::vector<LeafRows> leaves = renumbered(growth.leaves(), number);
    for (std::size_t i = 0; i < subtrees.size(); ++i) {
        const auto more = renumbered(std::move(subtrees[i].leaves), grafts[i].new_number);
        leaves.insert(leaves.end(), more.begin(), more.end());
    }
    assign_moments(tree, context.set, searcher, leaves);
    return tree;
}

}  // namespace

Tree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const GrowRun& run) {
    GrowthProgress progress(run.progress, context.set.rows);
    Growth growth(context, searcher, progress, run.work);
    growth.run({0, searcher.all(), context.labels.sums_of(searcher.rows(searcher.all())), 0, {}});
    std::vector<GrownSubtree> subtrees = grow_subtrees(growth.subtrees(), context, searcher, progress, run.threads);
    searcher.close();
    Tree tree = finish(growth, subtrees, context, searcher, run);
    if (context.labels.is_classification()) assign_labels(tree, terms);
    return tree;
}

Tree grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run) {
    const Labels labels(set);
    const SplitSearch search(set, labels, options, terms, run.progress);
    PlainSearcher searcher(search, run.threads, run.progress, run.work != nullptr);
    return grow_with(searcher, search.context(), terms, run);
}

}  // namespace treewright
