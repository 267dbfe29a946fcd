#include "treewright/growing/grower.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "treewright/growing/branch_growth.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/plain_searcher.h"
#include "treewright/growing/preorder_writer.h"
#include "treewright/growing/search/fractional_searcher.h"

namespace treewright {

namespace {

constexpr std::size_t subtrees_a_thread = 4;  // grown or waiting for their turn to be written

/// Adds leaves by the finished tree's numbers; all of them stay in its order.
void add_leaves(const std::vector<LeafRows>& leaves, const std::vector<std::uint32_t>& number, std::vector<LeafRows>& to) {
    const auto before = static_cast<std::ptrdiff_t>(to.size());
    for (const LeafRows& leaf : leaves) to.push_back({number[leaf.node], leaf.range});
    const auto by_node = [](const LeafRows& a, const LeafRows& b) { return a.node < b.node; };
    std::sort(to.begin() + before, to.end(), by_node);
    const bool in_order = before == 0 || leaves.empty() ||
                          by_node(to[static_cast<std::size_t>(before) - 1], to[static_cast<std::size_t>(before)]);
    if (!in_order) std::inplace_merge(to.begin(), to.begin() + before, to.end(), by_node);
}

/// Grows what was left to subtrees, each on one thread, and writes them in the order of the tree.
class SubtreeGrowth {
public:
    SubtreeGrowth(const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress)
        : context_(context), searcher_(searcher), progress_(progress) {}

    /// Adds the leaves of the subtrees, by the numbers of the finished tree.
    void run(std::vector<GrowthRoot>& roots, const Threads& threads, PreorderWriter& writer, std::vector<LeafRows>& leaves) {
        std::sort(roots.begin(), roots.end(),
                  [&](const GrowthRoot& a, const GrowthRoot& b) { return writer.places()[a.node] < writer.places()[b.node]; });
        slots_.resize(subtrees_a_thread * threads.count());
        std::size_t next = 0;
        const auto produce = [&](std::size_t slot) {
            if (next == roots.size()) return false;
            slots_[slot].root = &roots[next++];
            return true;
        };
        const auto consume = [&](std::size_t slot) {
            const std::shared_ptr<Growth> growth = std::move(slots_[slot].growth);
            const GrowthRoot& root = *slots_[slot].root;
            const auto number = writer.add_subtree(root.node, growth->young().tree(), root.range.size());
            if (!context_.labels.is_classification()) add_leaves(growth->leaves(), number, leaves);
        };
        threads.pipeline(slots_.size(), {produce, [this](std::size_t slot) { grow(slots_[slot]); }, consume});
    }

private:
    struct Subtree {
        GrowthRoot* root = nullptr;
        std::shared_ptr<Growth> growth;
    };
    void grow(Subtree& subtree) {
        subtree.growth = std::move(subtree.root->grown);
        if (subtree.growth != nullptr) return;
        const auto below = searcher_.subtree(subtree.root->range);
        subtree.growth = std::make_shared<Growth>(context_, *below, progress_, nullptr);
        subtree.growth->run(*subtree.root);
    }

    const SearchContext& context_;
    NodeSearcher& searcher_;
    GrowthProgress& progress_;
    std::vector<Subtree> slots_;
};

}  // namespace

void note_missing_method(Tree& tree, const GrowOptions& options, const ClassTerms& terms) {
    if (options.missing == MissingMethod::fractional) tree.missing = MissingPolicy::all_children;
    if (options.missing == MissingMethod::error) tree.missing = MissingPolicy::refuse;
    if (tree.fractional()) tree.losses = terms.losses(tree.classes);
}

Tree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const GrowRun& run) {
    GrowthProgress progress(run.progress, searcher.all().size());
    UpperTree upper = grow_upper_tree(context, searcher, progress, run);
    return finish_tree({context, searcher, terms, progress}, std::move(upper), run);
}

Tree finish_tree(const TreeFinish& finish, UpperTree upper, const GrowRun& run) {
    const auto& [context, searcher, terms, progress] = finish;
    searcher.close();
    PreorderWriter writer(upper.tree, searcher.all().size());
    std::vector<LeafRows> leaves;
    SubtreeGrowth(context, searcher, progress).run(upper.subtrees, run.threads, writer, leaves);
    std::vector<std::uint32_t> number;
    Tree tree = writer.finish(number);
    note_missing_method(tree, context.options, terms);
    if (run.work != nullptr) {
        for (NodeWork& work : *run.work) work.node = number[work.node];
        std::sort(run.work->begin(), run.work->end(), [](const auto& a, const auto& b) { return a.node < b.node; });
    }
    if (context.labels.is_classification()) {
        assign_labels(tree, terms);
    } else {
        add_leaves(upper.leaves, number, leaves);
        TargetSums(context.set).assign_moments(tree, searcher, leaves, run.progress);
    }
    return tree;
}

Tree grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run) {
    const bool in_shares = splits_rows(set, options);
    Labels labels(set, &run.progress, in_shares ? RowParts::shares : RowParts::whole);
    const SplitSearch search(set, labels, options, terms, {run.threads, &run.progress});
    if (in_shares) {
        FractionalSearcher searcher(search, labels, run);
        return grow_with(searcher, search.context(), terms, run);
    }
    PlainSearcher searcher(search, run);
    return grow_with(searcher, search.context(), terms, run);
}

}  // namespace treewright
