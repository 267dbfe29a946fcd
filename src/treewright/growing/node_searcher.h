// The two questions that growing asks about rows: which question is best at a node, and which rows then go where. The plain way
// (plain_searcher.h) sorts all rows by every feature and looks at every cut; the fast ways stand in the folder engine.
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

/// The best question of a node.
struct Found {
    std::optional<Candidate> winner;
    double tests_at_node = 0.0;     ///< only where a stop test or the work was asked for
    double tests_of_feature = 0.0;  ///< the same
    std::optional<SearchResult> detail;
};

/// Where the nodes below a node are grown.
enum class GrowthPlace {
    here,
    branch,   ///< apart, on one thread, by a searcher of the same kind
    subtree,  ///< apart, on one thread, after everything else: by a searcher that needs nothing but the rows
};

class NodeSearcher {
public:
    NodeSearcher() = default;
    NodeSearcher(const NodeSearcher&) = delete;
    NodeSearcher& operator=(const NodeSearcher&) = delete;
    virtual ~NodeSearcher() = default;

    [[nodiscard]] virtual RowRange all() const = 0;
    /// The rows of a node, in no order that means anything.
    [[nodiscard]] virtual std::span<const RowId> rows(RowRange range) const = 0;
    /// Regression: whether all rows of a node have one label; it has some.
    [[nodiscard]] virtual bool has_one_label(RowRange range, const Labels& labels) const;
    /// Whether rows stand in nodes with shares, and which part of each of a node's rows does.
    [[nodiscard]] virtual bool has_shares() const { return false; }
    [[nodiscard]] virtual std::vector<double> shares(RowRange) const { return {}; }
    /// `used`: features that the path has asked about and that may not be asked again.
    virtual Found find(const NodeFacts& node, RowRange range, std::span<const FeatureId> used) = 0;
    /// Sends the rows of a node to its children, by the condition that stands in the tree; returns the ranges of the children.
    /// Where the search left the squares out of the branches' sums, they are filled in. Children are searched before another node is
    /// split, or never.
    virtual std::vector<RowRange> split(RowRange range, const Tree& tree, NodeId node, std::vector<Sums>& branches) = 0;
    /// The node stays a leaf or is grown apart: what was kept for it can go.
    virtual void forget(RowRange) {}
    /// Nothing will be searched or split any more, but by subtrees: all that they do not need can go.
    virtual void close() {}
    /// Where a node of these rows is searched and split; `levels`: how many it may grow at most.
    [[nodiscard]] virtual GrowthPlace place_of(RowRange, std::size_t /*levels*/) const { return GrowthPlace::here; }
    /// A searcher for a branch that begins with these rows; it takes over what is known about the node. Searchers of branches and of
    /// subtrees work on the same rows in the same range, those of different ranges at a time.
    virtual std::unique_ptr<NodeSearcher> branch(RowRange) { return nullptr; }
    virtual std::unique_ptr<NodeSearcher> subtree(RowRange) { return nullptr; }
};

inline bool NodeSearcher::has_one_label(RowRange range, const Labels& labels) const {
    const auto own = rows(range);
    // A single row is not looked at: its label is far away in memory, and in a fully grown tree most leaves are such.
    return std::all_of(own.begin() + 1, own.end(), [&](RowId row) { return labels.same_label(own[0], row); });
}

}  // namespace treewright
