// The interface between growth and rows: finds the best split of a node, and partitions its rows by it. The reference
// implementation (plain_searcher.h) sorts all rows by every feature and scores every cut; the fast ones are in engine.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

/// The best split of a node.
struct Found {
    std::optional<Candidate> winner;
    double tests_at_node = 0.0;     ///< only if a stopping test or the work is requested
    double tests_of_feature = 0.0;  ///< the same
    std::optional<SearchResult> detail;
};

/// Where the descendants of a node are grown.
enum class GrowthPlace {
    here,
    branch,   ///< separately, on one thread, by a searcher of the same kind
    subtree,  ///< separately, on one thread, after everything else: by a searcher that needs only the rows
};

class NodeSearcher {
public:
    NodeSearcher() = default;
    NodeSearcher(const NodeSearcher&) = delete;
    NodeSearcher& operator=(const NodeSearcher&) = delete;
    virtual ~NodeSearcher() = default;

    [[nodiscard]] virtual RowRange all() const = 0;
    /// The rows of a node, in unspecified order.
    [[nodiscard]] virtual std::span<const RowId> rows(RowRange range) const = 0;
    /// Regression: whether all rows of a node, which is not empty, have the same label.
    [[nodiscard]] virtual bool has_one_label(RowRange range, const Labels& labels) const;
    /// Whether rows are in nodes with shares, and the share of each of a node's rows.
    [[nodiscard]] virtual bool has_shares() const { return false; }
    [[nodiscard]] virtual std::vector<double> shares(RowRange) const { return {}; }
    /// `used`: features that the path has split on and that may not be used again.
    virtual Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) = 0;
    /// Partitions the rows of a node by the split that the tree has there; returns the ranges of the children. If the search
    /// left the squares out of the branches' sums, they are filled in. Children are searched before another node is split, or
    /// never.
    virtual std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) = 0;
    /// The node stays a leaf or is grown elsewhere: frees what was kept for it.
    virtual void forget(RowRange) {}
    /// From now on only subtrees search and split: frees everything that they do not need.
    virtual void close() {}
    /// Where a node with these rows is to be grown; `levels`: how many levels it may still grow.
    [[nodiscard]] virtual GrowthPlace growth_place(RowRange, std::size_t /*levels*/) const { return GrowthPlace::here; }
    /// A searcher for a branch that begins with these rows; it takes over what is known about the node. Searchers of branches
    /// and subtrees work in place on their range of the rows, concurrently for different ranges.
    virtual std::unique_ptr<NodeSearcher> branch(RowRange) { return nullptr; }
    virtual std::unique_ptr<NodeSearcher> subtree(RowRange) { return nullptr; }
};

inline bool NodeSearcher::has_one_label(RowRange range, const Labels& labels) const {
    const auto own = rows(range);
    // The label of a single row is not read: it would be a cache miss, and in a fully grown tree most leaves have one row.
    return std::all_of(own.begin() + 1, own.end(), [&](RowId row) { return labels.same_label(own[0], row); });
}

}  // namespace treewright
