#include "treewright/engine/folds/fold_nodes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/engine/folds/fold_counts.h"
#include "treewright/engine/folds/fold_split.h"
#include "treewright/engine/folds/shared_bins.h"

namespace treewright {

namespace {

// Nodes that wait during the descent (the smaller child is always first), and those in work.
constexpr double shared_nodes_at_a_time = 4.0;
// A multiple of the rows of a small node. If it were smaller, more folds would be detached and sort on their own; if larger,
// the lists would be longer to traverse.
constexpr std::size_t early_sort = 3;
constexpr double always_allowed_bytes = 16.0 * 1024 * 1024;

std::size_t rows_in(std::span<const RowList> lists) {
    std::size_t rows = 0;
    for (const auto& list : lists) rows += list.size();
    return rows;
}

}  // namespace

bool FoldNodes::serves(const IndexedTable& table, const TableIndex* index, const RowSelection& selection,
                       std::span<const RowList> held_out, const Run& run) {
    if (index == nullptr || table.context.options.max_leaves != no_limit || held_out.size() < 2) return false;
    const std::size_t rows = selection.size();
    // If most rows are held out by several folds, each row is counted for each of them: that saves little.
    if (rows_in(held_out) > 2 * rows) return false;
    if (std::any_of(held_out.begin(), held_out.end(), [&](const auto& list) { return list.size() >= rows; })) return false;
    const HistogramSource source{index->bins, table.labels, run.threads, run.progress, 0, Threads(1)};
    const double bytes = static_cast<double>(NodeCounts::bytes(source) * (held_out.size() + 1)) * shared_nodes_at_a_time;
    return bytes <= std::max(table.limits.bytes_of_sharing * static_cast<double>(rows), always_allowed_bytes);
}

FoldNodes::FoldNodes(const IndexedTable& table, std::shared_ptr<TableIndex> index, const RowSelection& rows,
                     std::span<const RowList> held_out, const Run& run, GrowthProgress& progress)
    : table_(table),
      index_(std::move(index)),
      run_(run),
      search_{table_.context,
              table_.measure,
              {index_->bins, table_.labels, run_.threads, run_.progress, table_.limits.least_rows_for_threads, Threads(1)},
              index_->fine,
              table_.limits},
      progress_(progress),
      absent_(table_.context.set.rows),
      rows_(rows.size()),
      scratch_(rows_.size()) {
    rows.copy_to({rows_.data(), rows_.size()});
    check_invariant(std::is_sorted(rows_.begin(), rows_.end()), "rows are in the order of the table");
    std::fill(absent_.begin(), absent_.end(), AbsentBits{0});
    waiting_.push_back(root(held_out));
}

SharedNode FoldNodes::root(std::span<const RowList> held_out) {
    SharedNode node{{rows_.data(), rows_.size()}, nullptr, 0, nullptr, {}, nullptr};
    const Sums all = table_.context.labels.sums_of(node.rows);
    for (std::size_t i = 0; i < held_out.size(); ++i) {
        FoldPart part;
        part.fold = i;
        for (const RowId row : held_out[i]) absent_[row] |= part.bit();
        folds_.push_back(std::make_unique<FoldGrowth>(table_, index_, rows_.size() - held_out[i].size(), search_, progress_));
        const Sums sums = all - table_.context.labels.sums_of(held_out[i]);
        part.node = folds_[i]->growth.start({0, folds_[i]->searcher.all(), sums, 0, {}, nullptr});
        node.parts.push_back(std::move(part));
    }
    if (writes_rows())
        for (const FoldPart& part : node.parts)
            folds_[part.fold]->searcher.write_rows(node.view_of(part, absent_.data(), nullptr), part.node.range);
    if (is_searched(node)) count(node);
    return node;
}

std::vector<Tree> FoldNodes::grow(const ClassTerms& terms) {
    while (!waiting_.empty()) {
        SharedNode node = std::move(waiting_.back());
        waiting_.pop_back();
        search(node);
        split_by_groups(std::move(node));
    }
    return finish(terms);
}

bool FoldNodes::is_searched(const SharedNode& node) const {
    if (node.depth >= options().max_depth) return false;
    return std::any_of(node.parts.begin(), node.parts.end(), [&](const FoldPart& part) {
        return !table_.leaves_to_subtree(part.node.range.size(), options().max_depth - node.depth);
    });
}

void FoldNodes::count(SharedNode& node) const {
    std::vector<std::size_t> folds;
    for (const FoldPart& part : node.parts) folds.push_back(part.fold);
    FoldHistograms counted = count_folds(search_.counts, node.rows, absent_.data(), folds);
    node.total = std::move(counted.total);
    for (std::size_t i = 0; i < folds.size(); ++i) {
        FoldPart& part = node.parts[i];
        part.lacks = std::move(counted.absent[i]);
        if (part.added.empty()) continue;
        NodeCounts added(search_.counts);
        added.count(search_.counts, part.added);
        part.lacks->subtract(added);
    }
}

void FoldNodes::search(SharedNode& node) {
    if (sorts_early(node)) sort_rows(node);
    SharedBins bins(index_->bins, node.rows, run_.progress);
    threads_for(node).for_each(node.parts.size(), [&](std::size_t i) { search_part(node, node.parts[i], bins); });
    std::vector<std::size_t> small;
    for (const FoldPart& part : node.parts) {
        if (part.is_small) small.push_back(part.fold);
        if (part.is_detached && node.lists != nullptr) alone_.push_back(part.fold);
    }
    if (small.empty()) return;
    if (node.lists == nullptr && small.size() > 1) sort_rows(node);
    if (node.lists == nullptr) return;
    run_.threads.for_each(
        small.size(), [&](std::size_t i) { grow_subtree(small[i], folds_[small[i]]->growth.subtrees().back(), *node.lists); });
}

void FoldNodes::search_part(const SharedNode& node, FoldPart& part, SharedBins& bins) {
    auto& [searcher, growth] = *folds_[part.fold];
    const RowView view = node.view_of(part, absent_.data(), &bins);
    const std::unique_ptr<NodeCounts> own = node.histogram_of(part);
    searcher.enter({view, own.get(), !pays(node)});
    const std::size_t subtrees = growth.subtrees().size();
    const std::size_t branches = growth.branches().size();
    part.split = growth.find_split(part.node);
    part.is_small = growth.subtrees().size() > subtrees;
    part.is_detached = growth.branches().size() > branches;
    if (part.is_small && !writes_rows()) searcher.write_rows(view, part.node.range);
}

/// With many classes histograms are large: then correcting one for every fold takes as long as counting a fold's rows.
bool FoldNodes::pays(const SharedNode& node) const {
    const std::size_t numbers = NodeCounts::numbers(search_.counts);
    return static_cast<double>(node.rows.size() * index_->bins.stride()) >=
           table_.limits.cells_to_share * static_cast<double>(numbers);
}

/// All rows will end in subtrees, and folds that are detached from here on have most of their rows in common.
bool FoldNodes::sorts_early(const SharedNode& node) const {
    return node.lists != nullptr || (node.rows.size() <= early_sort * table_.small_rows &&
                                     options().max_depth - node.depth >= table_.limits.levels_for_lists);
}

/// All rows that any fold has; once sorted, they are only filtered further down.
void FoldNodes::sort_rows(SharedNode& node) const {
    std::vector<RowId> added;
    for (const FoldPart& part : node.parts) added.insert(added.end(), part.added.begin(), part.added.end());
    std::sort(added.begin(), added.end());
    added.erase(std::unique(added.begin(), added.end()), added.end());
    std::vector<RowId> rows;
    std::set_union(node.rows.begin(), node.rows.end(), added.begin(), added.end(), std::back_inserter(rows));
    if (rows.size() > most_small_rows) return;
    node.lists = node.lists != nullptr ? std::make_shared<SharedLists>(*node.lists, std::move(rows), threads_for(node))
                                       : std::make_shared<SharedLists>(table_.context.set, std::move(rows), threads_for(node));
}

void FoldNodes::grow_subtree(std::size_t fold, GrowthRoot& root, const SharedLists& lists) {
    FoldSearcher& searcher = folds_[fold]->searcher;
    const auto below = searcher.subtree(root.range, lists, lists.places_in(searcher.rows(root.range)));
    root.grown = grown_from(root, *below);
}

/// A growth keeps a copy of its root: the root must not hold the growth before, or it would keep itself alive.
std::shared_ptr<Growth> FoldNodes::grown_from(const GrowthRoot& root, NodeSearcher& searcher) {
    auto growth = std::make_shared<Growth>(table_.context, searcher, progress_);
    growth->run(root);
    return growth;
}

/// The branch searches the node again: little work, and only the histogram has to be handed over.
void FoldNodes::detach(const SharedNode& node, FoldPart& part) {
    auto& [searcher, growth] = *folds_[part.fold];
    const std::unique_ptr<NodeCounts> own = node.histogram_of(part);
    searcher.enter({node.view_of(part, absent_.data(), nullptr), own.get(), true});
    growth.leave_to_branch(part.node, searcher.branch(part.node.range));
    part.split.reset();
    if (node.lists != nullptr) alone_.push_back(part.fold);
}

/// Grows the branches of folds that have just been detached, while the lists are in memory.
void FoldNodes::grow_branches_from(const SharedLists& lists) {
    run_.threads.for_each(alone_.size(), [&](std::size_t i) {
        auto& [root, searcher] = folds_[alone_[i]]->growth.branches().back();
        root.grown = grown_from(root, *searcher);
        searcher.reset();
        for (GrowthRoot& subtree : root.grown->subtrees()) grow_subtree(alone_[i], subtree, lists);
    });
    alone_.clear();
}

/// Every group but the last needs its own copy of the rows to partition.
void FoldNodes::split_by_groups(SharedNode node) {
    auto groups = parts_by_feature(node);
    for (const auto& group : groups)
        if (group.size() == 1) detach(node, *group.front());
    std::erase_if(groups, [](const auto& group) { return group.size() == 1; });
    for (std::size_t i = 0; i < groups.size(); ++i) {
        SharedNode own{node.rows, node.copy, node.depth, std::make_unique<NodeCounts>(*node.total), {}, node.lists};
        if (i + 1 < groups.size()) {
            own.copy = std::make_shared<LargeArray<std::uint32_t>>(node.rows.size());
            own.rows = {own.copy->data(), own.copy->size()};
            std::copy(node.rows.begin(), node.rows.end(), own.rows.begin());
        }
        for (FoldPart* part : groups[i]) own.parts.push_back(std::move(*part));
        split(std::move(own));
    }
    if (!alone_.empty()) grow_branches_from(*node.lists);
}

/// All folds of the node split on the same feature.
void FoldNodes::split(SharedNode node) {
    const FoldSplit split(table_.context, index_->bins, node, run_.progress);
    for (FoldPart& part : node.parts) {
        const auto displaced_rows = static_cast<double>(split.displaced_rows(part, absent_.data()));
        if (displaced_rows > table_.limits.most_displaced * part.node.range.size()) detach(node, part);
    }
    std::erase_if(node.parts, [](const FoldPart& part) { return part.split == nullptr; });
    if (node.parts.size() == 1) detach(node, node.parts.front());
    if (node.parts.size() < 2) return;
    std::vector<SharedNode> children =
        split.run(node, absent_.data(), {scratch_.data(), scratch_.size()}, threads_for(node), run_.progress);
    split_parts(node, children);
    make_child_histograms(node, children);
    std::stable_sort(children.begin(), children.end(),
                     [](const SharedNode& a, const SharedNode& b) { return a.rows.size() > b.rows.size(); });
    for (SharedNode& child : children) waiting_.push_back(std::move(child));
}

void FoldNodes::split_parts(const SharedNode& node, std::vector<SharedNode>& children) {
    threads_for(node).for_each(node.parts.size(), [&](std::size_t i) {
        auto& [searcher, growth] = *folds_[node.parts[i].fold];
        std::vector<RowRange> ranges;
        for (const SharedNode& child : children) {
            const FoldPart& part = child.parts[i];
            ranges.push_back(part.node.range);
            if (writes_rows()) searcher.write_rows(child.view_of(part, absent_.data(), nullptr), part.node.range);
        }
        searcher.prepare_split(std::move(ranges));
        std::vector<NewNode> nodes = growth.split(*node.parts[i].split);
        for (std::size_t c = 0; c < children.size(); ++c) children[c].parts[i].node = std::move(nodes[c]);
    });
}

/// Histogram subtraction: the largest child's histograms are the node's minus those of its siblings.
void FoldNodes::make_child_histograms(SharedNode& node, std::vector<SharedNode>& children) const {
    SharedNode& largest = *std::max_element(children.begin(), children.end(), [](const SharedNode& a, const SharedNode& b) {
        return a.rows.size() < b.rows.size();
    });
    const bool from_rest = is_searched(largest);
    for (SharedNode& child : children) {
        if (&child == &largest || (!from_rest && !is_searched(child))) continue;
        count(child);
        node.total->subtract(*child.total);
        for (std::size_t i = 0; i < node.parts.size(); ++i) node.parts[i].lacks->subtract(*child.parts[i].lacks);
        if (!is_searched(child)) child.total.reset();
    }
    if (!from_rest) return;
    largest.total = std::move(node.total);
    for (std::size_t i = 0; i < node.parts.size(); ++i) largest.parts[i].lacks = std::move(node.parts[i].lacks);
}

std::vector<Tree> FoldNodes::finish(const ClassTerms& terms) {
    std::vector<Tree> trees(folds_.size());
    const Threads alone(1);
    run_.threads.for_each(folds_.size(), [&](std::size_t i) {
        const auto fold = std::move(folds_[i]);
        UpperTree upper = grow_branches(fold->growth, table_.context, progress_, alone);
        trees[i] = finish_tree({table_.context, fold->searcher, terms, progress_}, std::move(upper),
                               {alone, run_.progress, run_.messages})
                       .tree;
    });
    return trees;
}

}  // namespace treewright
