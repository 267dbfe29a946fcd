#include "treewright/growing/grower.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "treewright/growing/growth.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/plain_searcher.h"

namespace treewright {

namespace {

/// Grows what was left to subtrees, each on one thread, and puts them in their places.
void grow_subtrees(Growth& whole, const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress,
                   const Threads& threads) {
    std::vector<SubtreeRoot>& roots = whole.subtrees();
    // The largest first: then the threads end together.
    std::stable_sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) { return a.range.size() > b.range.size(); });
    std::vector<std::unique_ptr<Growth>> grown(roots.size());
    threads.for_each(roots.size(), [&](std::size_t i) {
        const auto below = searcher.subtree(roots[i].range);
        grown[i] = std::make_unique<Growth>(context, *below, progress, nullptr);
        grown[i]->run(roots[i]);
    });
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const std::uint32_t offset = whole.young().graft(roots[i].node, grown[i]->young().tree());
        for (const LeafRows& leaf : grown[i]->leaves())
            whole.leaves().push_back({leaf.node == 0 ? roots[i].node : leaf.node + offset, leaf.range});
        grown[i].reset();
    }
}

Tree finish(Growth& growth, const SearchContext& context, const NodeSearcher& searcher, const ClassTerms& terms,
            const GrowRun& run) {
    std::vector<std::uint32_t> number;
    Tree tree = in_preorder(growth.young().tree(), number);
    for (LeafRows& leaf : growth.leaves()) leaf.node = number[leaf.node];
    if (context.labels.is_classification())
        assign_labels(tree, terms);
    else
        assign_moments(tree, context.set, searcher, growth.leaves());
    if (run.work != nullptr) {
        for (NodeWork& work : *run.work) work.node = number[work.node];
        std::sort(run.work->begin(), run.work->end(), [](const auto& a, const auto& b) { return a.node < b.node; });
    }
    return tree;
}

}  // namespace

Tree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const GrowRun& run) {
    GrowthProgress progress(run.progress, context.set.rows);
    Growth growth(context, searcher, progress, run.work);
    growth.run({0, searcher.all(), context.labels.sums_of(searcher.rows(searcher.all())), 0, {}});
    grow_subtrees(growth, context, searcher, progress, run.threads);
    searcher.close();
    return finish(growth, context, searcher, terms, run);
}

Tree grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run) {
    const Labels labels(set);
    const SplitSearch search(set, labels, options, terms);
    PlainSearcher searcher(search, run.threads, run.progress, run.work != nullptr);
    return grow_with(searcher, search.context(), terms, run);
}

}  // namespace treewright
