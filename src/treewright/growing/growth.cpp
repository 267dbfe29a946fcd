#include "treewright/growing/growth.h"

#include <algorithm>
#include <utility>

namespace treewright {

void GrowthQueue::push(PendingSplit pending) {
    pending.sequence = next_sequence_++;
    heap_.push_back(std::make_unique<PendingSplit>(std::move(pending)));
    std::push_heap(heap_.begin(), heap_.end(), by_order());
}

std::unique_ptr<PendingSplit> GrowthQueue::pop() {
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), by_order());
    auto first = std::move(heap_.back());
    heap_.pop_back();
    return first;
}

GrowthQueue::Later depth_first() {
    return [](const PendingSplit& a, const PendingSplit& b) { return a.sequence < b.sequence; };
}

GrowthQueue::Later best_first(std::function<bool(std::uint32_t, std::uint32_t)> precedes) {
    return [precedes = std::move(precedes)](const PendingSplit& a, const PendingSplit& b) {
        if (a.priority != b.priority) return a.priority < b.priority;
        return precedes(b.node, a.node);
    };
}

void GrowthProgress::leaf_done(std::size_t rows) {
    progress_.stop_if_cancelled();
    const std::lock_guard lock(mutex_);
    done_ += rows;
    // With fractional rows the count can exceed the number of rows.
    progress_.report(stage_, std::min(1.0, static_cast<double>(done_) / static_cast<double>(std::max<std::size_t>(rows_, 1))));
}

Growth::Growth(const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress)
    : context_(context),
      options_(context.options),
      searcher_(searcher),
      progress_(progress),
      growing_tree_(context.labels),
      queue_(make_order()) {}

GrowthQueue::Later Growth::make_order() {
    if (options_.max_leaves == no_limit) return depth_first();
    return best_first([this](std::uint32_t a, std::uint32_t b) { return growing_tree_.precedes(a, b); });
}

NewNode Growth::start(const GrowthRoot& root) {
    root_ = root;
    return {growing_tree_.add_root(root.sums), root.range, root.sums};
}

void Growth::run(const GrowthRoot& root) {
    consider(start(root));
    while (const auto next = queue_.pop()) {
        if (!fits(*next)) {
            leave_as_leaf(next->node, next->range, StopReason::leaves);
            continue;
        }
        std::vector<NewNode> children = split(*next);
        // Depth-first growth takes the last one queued. The smallest child is grown first: then the histograms kept for its
        // siblings, each at least as large, are at most log₂(rows) many.
        std::stable_sort(children.begin(), children.end(),
                         [](const NewNode& a, const NewNode& b) { return a.range.size() > b.range.size(); });
        for (const NewNode& child : children) consider(child);
    }
}

std::unique_ptr<PendingSplit> Growth::find_split(const NewNode& node) {
    consider(node);
    return queue_.pop();
}

void Growth::leave_to_branch(const NewNode& node, std::unique_ptr<NodeSearcher> searcher) {
    branches_.push_back({root_at(node), std::move(searcher)});
}

bool Growth::fits(const PendingSplit& pending) const {
    return options_.max_leaves == no_limit || leaves_ + pending.candidate.branches.size() - 1 <= options_.max_leaves;
}

/// Searches the split of a new node and queues it, or makes the node a leaf.
void Growth::consider(const NewNode& fresh) {
    const auto& [node, range, sums] = fresh;
    if (sums.weight == 0) return leave_as_leaf(node, range, StopReason::pure);
    const NodeFacts facts = node_facts_of(context_, sums);
    growing_tree_.tree().nodes[node].impurity = context_.labels.real_gain(facts.impurity);
    StopReason stop = stop_before_search(node, range, facts);
    Found found;
    if (stop == StopReason::none) {
        if (grows_apart(fresh)) return;
        found = searcher_.find(facts, range, used_features(node));
        stop = stop_after_search(node, facts, found);
    }
    if (options_.keeps_work) work_.push_back({node, stop, sums, facts.impurity, std::move(found.detail)});
    if (stop == StopReason::none)
        queue_split(node, range, std::move(*found.winner));
    else
        leave_as_leaf(node, range, stop);
}

/// Not with best-first growth, which needs all nodes in one queue, nor with `keeps_work`, which is recorded in order.
bool Growth::grows_apart(const NewNode& fresh) {
    if (options_.max_leaves != no_limit || options_.keeps_work) return false;
    const std::size_t depth = root_.depth + growing_tree_.depth(fresh.node);
    const GrowthPlace place = searcher_.growth_place(fresh.range, options_.max_depth - depth);
    if (place == GrowthPlace::here) return false;
    if (place == GrowthPlace::branch) {
        leave_to_branch(fresh, searcher_.branch(fresh.range));
    } else {
        searcher_.forget(fresh.range);
        subtrees_.push_back(root_at(fresh));
    }
    return true;
}

GrowthRoot Growth::root_at(const NewNode& fresh) const {
    return {fresh.node, fresh.range, fresh.sums, root_.depth + growing_tree_.depth(fresh.node), used_features(fresh.node),
            nullptr};
}

std::vector<FeatureId> Growth::used_features(NodeId node) const {
    if (options_.feature_use != FeatureUse::once) return {};
    std::vector<FeatureId> used = growing_tree_.features_above(node);
    used.insert(used.end(), root_.used_above.begin(), root_.used_above.end());
    return used;
}

StopReason Growth::stop_before_search(NodeId node, RowRange range, const NodeFacts& facts) const {
    if (is_pure(range, facts)) return StopReason::pure;
    if (root_.depth + growing_tree_.depth(node) >= options_.max_depth) return StopReason::depth;
    const Labels& labels = context_.labels;
    if (labels.real_weight(facts.sums.weight) < labels.lowered_limit(options_.min_split)) return StopReason::rows;
    return StopReason::none;
}

bool Growth::is_pure(RowRange range, const NodeFacts& facts) const {
    if (context_.labels.is_classification()) return facts.classes_present <= 1;
    return searcher_.has_one_label(range, context_.labels);
}

StopReason Growth::stop_after_search(NodeId node, const NodeFacts& facts, const Found& found) {
    if (!found.winner) return StopReason::no_question;
    if (!gain_suffices(context_, facts, *found.winner)) return StopReason::gain;
    const SplitDecision decision = decide_split(context_, facts, found, growing_tree_.tree().nodes.front().impurity);
    if (decision.test) growing_tree_.tree().nodes[node].test = decision.test;
    return decision.stop;
}

void Growth::queue_split(NodeId node, RowRange range, Candidate candidate) {
    PendingSplit pending;
    pending.node = node;
    pending.range = range;
    pending.priority = candidate.gain * growing_tree_.tree().nodes[node].weight;
    pending.candidate = std::move(candidate);
    queue_.push(std::move(pending));
}

std::vector<NewNode> Growth::split(PendingSplit& pending) {
    std::vector<Sums>& branches = pending.candidate.branches;
    const std::uint32_t first_child = growing_tree_.split(pending.node, pending.candidate);
    const auto ranges = searcher_.split(pending.range, growing_tree_.tree(), pending.node, branches);
    leaves_ += ranges.size() - 1;
    std::vector<NewNode> children;
    for (std::size_t child = 0; child < ranges.size(); ++child)
        children.push_back({first_child + static_cast<std::uint32_t>(child), ranges[child], branches[child]});
    return children;
}

void Growth::leave_as_leaf(NodeId node, RowRange range, StopReason stop) {
    searcher_.forget(range);
    leaf_ranges_.push_back({node, range});
    progress_.leaf_done(range.size());
    if (stop != StopReason::leaves) return;
    for (NodeWork& work : work_)
        if (work.node == node) work.stop = stop;
}

}  // namespace treewright
