#include "treewright/growing/branch_growth.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/growing/preorder_writer.h"

namespace treewright {

namespace {

/// A node that is left to a branch, and what has grown there.
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

/// Puts the branches into the place of the nodes they began with.
UpperTree joined(Growth& top, std::vector<Branch> branches, std::size_t rows) {
    PreorderWriter writer(top.young().tree(), rows);
    const auto place = [&](const Branch& branch) { return writer.places()[branch.root().node]; };
    std::sort(branches.begin(), branches.end(), [&](const Branch& a, const Branch& b) { return place(a) < place(b); });
    UpperTree upper;
    for (Branch& branch : branches) {
        const auto numbers = writer.add_subtree(branch.root().node, branch.growth->young().tree(), 0);
        add_renumbered(branch.growth->leaves(), numbers, upper.leaves);
        add_renumbered(branch.growth->subtrees(), numbers, upper.subtrees);
    }
    std::vector<std::uint32_t> numbers;
    upper.tree = writer.finish(numbers);
    add_renumbered(top.leaves(), numbers, upper.leaves);
    add_renumbered(top.subtrees(), numbers, upper.subtrees);
    return upper;
}

/// What lets every branch move its rows without asking the others.
void check_disjoint(std::vector<Branch>& branches) {
    const auto range = [](const Branch& branch) { return branch.root().range; };
    std::sort(branches.begin(), branches.end(),
              [&](const Branch& a, const Branch& b) { return range(a).begin < range(b).begin; });
    for (std::size_t i = 1; i < branches.size(); ++i)
        check_invariant(range(branches[i - 1]).end <= range(branches[i]).begin, "branches have rows of their own");
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

UpperTree grow_upper_tree(const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress, const GrowRun& run) {
    Growth top(context, searcher, progress, run.work);
    top.run({0, searcher.all(), sums_of_all(context, searcher, run.threads), 0, {}, nullptr});
    return grow_branches(top, context, progress, run.threads);
}

UpperTree grow_branches(Growth& top, const SearchContext& context, GrowthProgress& progress, const Threads& threads) {
    if (top.branches().empty()) return {std::move(top.young().tree()), std::move(top.leaves()), std::move(top.subtrees())};
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
        branch.growth = std::make_shared<Growth>(context, *branch.from.searcher, progress, nullptr);
        branch.growth->run(branch.root());
        branch.from.searcher.reset();
    });
    return joined(top, std::move(branches), top.root().range.size());
}

}  // namespace treewright
