// The growth loop over one queue, for a tree or for the part of it below one node.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/growing_tree.h"
#include "treewright/growing/grown_tree.h"
#include "treewright/growing/moments.h"
#include "treewright/growing/node_rows.h"
#include "treewright/growing/node_searcher.h"

namespace treewright {

/// A node and its split.
struct PendingSplit {
    NodeId node = 0;
    RowRange range;
    Candidate candidate;
    double priority = 0.0;       ///< best-first: total gain, weight × gain
    std::uint64_t sequence = 0;  ///< set by the queue
};

/// The priority queue of the nodes to be split. Depth-first and best-first growth differ only in the comparator.
class GrowthQueue {
public:
    /// Whether `a` is to be split after `b`.
    using Later = std::function<bool(const PendingSplit& a, const PendingSplit& b)>;

    explicit GrowthQueue(Later later) : later_(std::move(later)) {}
    void push(PendingSplit pending);
    std::unique_ptr<PendingSplit> pop();  ///< null when empty

private:
    [[nodiscard]] auto by_order() const {
        return [this](const auto& a, const auto& b) { return later_(*a, *b); };
    }
    Later later_;
    std::vector<std::unique_ptr<PendingSplit>> heap_;
    std::uint64_t next_sequence_ = 0;
};

/// Last in, first out.
GrowthQueue::Later depth_first();
/// The largest priority first; ties in preorder, by `precedes`.
GrowthQueue::Later best_first(std::function<bool(std::uint32_t, std::uint32_t)> precedes);

/// Counts the rows in finished leaves; branches and subtrees report from their own threads.
class GrowthProgress {
public:
    /// `stage`: the text shown to the user.
    GrowthProgress(Progress& progress, std::size_t rows, std::string_view stage = "growing")
        : progress_(progress), rows_(rows), stage_(stage) {}
    void leaf_done(std::size_t rows);

private:
    Progress& progress_;
    std::size_t rows_;
    std::string_view stage_;
    std::size_t done_ = 0;
    std::mutex mutex_;
};

class Growth;

/// A node to grow from: the root of the tree, of a branch or of a subtree.
struct GrowthRoot {
    NodeId node = 0;
    RowRange range;
    Sums sums;
    std::size_t depth = 0;
    std::vector<FeatureId> used_above;  ///< features split on above it, if they may be used only once
    std::shared_ptr<Growth> grown;      ///< a branch or subtree: its growth, if it has been done already
};

/// A new leaf that may become a split.
struct NewNode {
    NodeId node = 0;
    RowRange range;
    Sums sums;
};

/// The root of a branch, with its searcher.
struct BranchRoot {
    GrowthRoot root;
    std::unique_ptr<NodeSearcher> searcher;
};

class Growth {
public:
    Growth(const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress);

    void run(const GrowthRoot& root);

    // Step by step, for trees that grow in lockstep; without a limit of leaves.
    NewNode start(const GrowthRoot& root);
    /// The split of a new node; null: it stays a leaf, or is left to a branch or subtree.
    std::unique_ptr<PendingSplit> find_split(const NewNode& node);
    /// The children, in order.
    std::vector<NewNode> split(PendingSplit& pending);
    /// Instead of splitting it: leaves the node to a branch, which searches it again.
    void leave_to_branch(const NewNode& node, std::unique_ptr<NodeSearcher> searcher);

    [[nodiscard]] const GrowthRoot& root() const { return root_; }
    [[nodiscard]] GrowingTree& growing_tree() { return growing_tree_; }
    /// With `GrowOptions::keeps_work`, by the node numbers of `growing_tree`.
    [[nodiscard]] std::vector<NodeWork>& work() { return work_; }
    [[nodiscard]] std::vector<LeafRows>& leaves() { return leaf_ranges_; }
    /// Nodes that the searcher leaves to branches and subtrees.
    [[nodiscard]] std::vector<BranchRoot>& branches() { return branches_; }
    [[nodiscard]] std::vector<GrowthRoot>& subtrees() { return subtrees_; }

private:
    [[nodiscard]] GrowthQueue::Later make_order();
    [[nodiscard]] bool fits(const PendingSplit& pending) const;
    void consider(const NewNode& fresh);
    bool grows_apart(const NewNode& fresh);
    [[nodiscard]] GrowthRoot root_at(const NewNode& fresh) const;
    [[nodiscard]] std::vector<FeatureId> used_features(NodeId node) const;
    [[nodiscard]] StopReason stop_before_search(NodeId node, RowRange range, const NodeFacts& facts) const;
    [[nodiscard]] bool is_pure(RowRange range, const NodeFacts& facts) const;
    StopReason stop_after_search(NodeId node, const NodeFacts& facts, const Found& found);
    void queue_split(NodeId node, RowRange range, Candidate candidate);
    void leave_as_leaf(NodeId node, RowRange range, StopReason stop);

    const SearchContext& context_;
    const GrowOptions& options_;
    NodeSearcher& searcher_;
    GrowthProgress& progress_;
    std::vector<NodeWork> work_;
    GrowingTree growing_tree_;
    GrowthQueue queue_;
    GrowthRoot root_;
    std::vector<LeafRows> leaf_ranges_;
    std::vector<BranchRoot> branches_;
    std::vector<GrowthRoot> subtrees_;
    std::size_t leaves_ = 1;
};

}  // namespace treewright
