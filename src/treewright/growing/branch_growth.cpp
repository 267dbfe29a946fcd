#include "treewright/growing/branch_growth.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/growing/leaf_labels.h"
#include "treewright/growing/missing_method.h"
#include "treewright/growing/preorder_writer.h"

namespace treewright {

namespace {

constexpr std::size_t subtrees_per_thread = 4;  // in flight: being grown or waiting to be written in order

/// Adds leaves, renumbered for the finished tree, in its order.
void add_leaves(const std::vector<LeafRows>& leaves, const std::vector<std::uint32_t>& number, std::vector<LeafRows>& to) {
    const auto before = static_cast<std::ptrdiff_t>(to.size());
    for (const LeafRows& leaf : leaves) to.push_back({number[leaf.node], leaf.range});
    const auto by_node = [](const LeafRows& a, const LeafRows& b) { return a.node < b.node; };
    std::sort(to.begin() + before, to.end(), by_node);
    const bool in_order = before == 0 || leaves.empty() ||
                          by_node(to[static_cast<std::size_t>(before) - 1], to[static_cast<std::size_t>(before)]);
    if (!in_order) std::inplace_merge(to.begin(), to.begin() + before, to.end(), by_node);
}

/// Grows the subtrees, one thread per subtree, and writes them in preorder.
class SubtreeGrowth {
public:
    SubtreeGrowth(const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress)
        : context_(context), searcher_(searcher), progress_(progress) {}

    /// Adds the leaves of the subtrees, numbered as in the finished tree.
    void run(std::vector<GrowthRoot>& roots, const Threads& threads, PreorderWriter& writer, std::vector<LeafRows>& leaves) {
        std::sort(roots.begin(), roots.end(),
                  [&](const GrowthRoot& a, const GrowthRoot& b) { return writer.places()[a.node] < writer.places()[b.node]; });
        slots_.resize(subtrees_per_thread * threads.count());
        std::size_t next = 0;
        const auto produce = [&](std::size_t slot) {
            if (next == roots.size()) return false;
            slots_[slot].root = &roots[next++];
            return true;
        };
        const auto consume = [&](std::size_t slot) {
            const std::shared_ptr<Growth> growth = std::move(slots_[slot].growth);
            const GrowthRoot& root = *slots_[slot].root;
            const auto number = writer.add_subtree(root.node, growth->growing_tree().tree(), root.range.size());
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
        subtree.growth = std::make_shared<Growth>(context_, *below, progress_);
        subtree.growth->run(*subtree.root);
    }

    const SearchContext& context_;
    NodeSearcher& searcher_;
    GrowthProgress& progress_;
    std::vector<Subtree> slots_;
};

/// The root of a branch and its growth.
struct Branch {
    BranchRoot from;
    std::shared_ptr<Growth> growth;
    [[nodiscard]] const GrowthRoot& root() const { return from.root; }
};

template <class Item>
void add_renumbered(std::vector<Item>& items, const std::vector<std::uint32_t>& numbers, std::vector<Item>& to) {
    for (Item& item : items) {
        item.node = numbers[item.node];
        to.push_back(std::move(item));
    }
}

/// Grafts the branches onto their root nodes.
UpperTree joined(Growth& top, std::vector<Branch> branches, std::size_t rows) {
    PreorderWriter writer(top.growing_tree().tree(), rows);
    const auto place = [&](const Branch& branch) { return writer.places()[branch.root().node]; };
    std::sort(branches.begin(), branches.end(), [&](const Branch& a, const Branch& b) { return place(a) < place(b); });
    UpperTree upper;
    for (Branch& branch : branches) {
        const auto numbers = writer.add_subtree(branch.root().node, branch.growth->growing_tree().tree(), 0);
        add_renumbered(branch.growth->leaves(), numbers, upper.leaves);
        add_renumbered(branch.growth->subtrees(), numbers, upper.subtrees);
    }
    std::vector<std::uint32_t> numbers;
    upper.tree = writer.finish(numbers);
    add_renumbered(top.leaves(), numbers, upper.leaves);
    add_renumbered(top.subtrees(), numbers, upper.subtrees);
    return upper;
}

/// Branches must be disjoint, since they partition their rows without synchronisation.
void check_disjoint(std::vector<Branch>& branches) {
    const auto range = [](const Branch& branch) { return branch.root().range; };
    std::sort(branches.begin(), branches.end(),
              [&](const Branch& a, const Branch& b) { return range(a).begin < range(b).begin; });
    for (std::size_t i = 1; i < branches.size(); ++i)
        check_invariant(range(branches[i - 1]).end <= range(branches[i]).begin, "branches have disjoint rows");
}

Sums sums_of_all(const SearchContext& context, const NodeSearcher& searcher, const Threads& threads) {
    const auto rows = searcher.rows(searcher.all());
    std::vector<Sums> parts(threads.count());
    threads.for_each(parts.size(),
                     [&](std::size_t part) { parts[part] = context.labels.sums_of(part_of(rows, part, parts.size())); });
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0] += parts[part];
    return parts[0];
}

}  // namespace

UpperTree grow_branches(Growth& top, const SearchContext& context, GrowthProgress& progress, const Threads& threads) {
    if (top.branches().empty())
        return {std::move(top.growing_tree().tree()), std::move(top.leaves()), std::move(top.subtrees()),
                std::move(top.work())};
    std::vector<Branch> branches;
    for (BranchRoot& root : top.branches()) branches.push_back({std::move(root), nullptr});
    check_disjoint(branches);
    // The largest first: at the end no thread waits long for another.
    std::sort(branches.begin(), branches.end(),
              [](const Branch& a, const Branch& b) { return a.root().range.size() > b.root().range.size(); });
    threads.for_each(branches.size(), [&](std::size_t i) {
        Branch& branch = branches[i];
        branch.growth = std::move(branch.from.root.grown);
        if (branch.growth != nullptr) return;
        branch.growth = std::make_shared<Growth>(context, *branch.from.searcher, progress);
        branch.growth->run(branch.root());
        branch.from.searcher.reset();
    });
    return joined(top, std::move(branches), top.root().range.size());
}

GrownTree finish_tree(const TreeFinish& finish, UpperTree upper, const Run& run) {
    const auto& [context, searcher, terms, progress] = finish;
    searcher.close();
    PreorderWriter writer(upper.tree, searcher.all().size());
    std::vector<LeafRows> leaves;
    SubtreeGrowth(context, searcher, progress).run(upper.subtrees, run.threads, writer, leaves);
    std::vector<std::uint32_t> number;
    GrownTree grown{writer.finish(number), std::move(upper.work)};
    note_missing_method(grown.tree, context.options, terms);
    for (NodeWork& work : grown.work) work.node = number[work.node];
    std::sort(grown.work.begin(), grown.work.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
    if (context.labels.is_classification()) {
        assign_labels(grown.tree, terms);
    } else {
        add_leaves(upper.leaves, number, leaves);
        TargetSums(context.set).assign_moments(grown.tree, searcher, leaves, run.progress);
    }
    return grown;
}

GrownTree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const Run& run) {
    GrowthProgress progress(run.progress, searcher.all().size());
    Growth top(context, searcher, progress);
    top.run({0, searcher.all(), sums_of_all(context, searcher, run.threads), 0, {}, nullptr});
    UpperTree upper = grow_branches(top, context, progress, run.threads);
    return finish_tree({context, searcher, terms, progress}, std::move(upper), run);
}

}  // namespace treewright
