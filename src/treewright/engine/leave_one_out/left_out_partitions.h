// A node of the leave-one-out trees with the left-out rows whose paths reach it, and how these descend: those whose splits
// partition the other rows of the node in the same way share one partition.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/left_out_tree.h"

namespace treewright {

/// A left-out row on its path down the tree that grows without it.
struct LeftOutRow {
    RowId row = 0;
    std::uint32_t absent_from = UINT32_MAX;     ///< depth from which on the nodes of the path do not contain the row
    bool same = true;                           ///< every split so far is that of the tree of all rows
    std::shared_ptr<const PathStep> last = {};  ///< of its path so far, if the tree is pruned
    std::optional<NodeTest> stopped_by = {};    ///< the test that made the node a leaf
};

/// A node to be searched, with the left-out rows whose paths reach it.
struct PendingNode {
    LeftOutNode node;
    std::vector<LeftOutRow> left_out;
    std::vector<Sums> path;         ///< of the ancestors and of this node, with all rows
    std::vector<FeatureId> used;    ///< features that may not be used again
    std::uint32_t in_whole = 0;     ///< this node in the tree of all rows, for rows whose path has not deviated
    std::vector<RowId> rows_above;  ///< of the parent, if the node may be empty: then it predicts as its parent does

    [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(path.size() - 1); }
    [[nodiscard]] bool holds(const LeftOutRow& row) const { return depth() < row.absent_from; }
};

/// The sums of a node on the path of a left-out row, without that row.
Sums sums_on_path(const LeftOutSource& source, const PendingNode& here, const LeftOutRow& left_out, std::size_t depth);

/// The left-out rows whose splits partition the node's other rows in the same way.
struct Partition {
    std::shared_ptr<const LeftOutSplit> split;
    struct Member {
        LeftOutRow left_out;
        std::shared_ptr<const LeftOutSplit> split;  ///< its own, which may have other branch sums
        std::uint32_t child = 0;
        std::optional<NodeTest> test = {};  ///< to be stored in the node
    };
    std::vector<Member> members;
};

/// The partitions of a node; left-out rows for which it is a leaf are in none.
class LeftOutPartitions {
public:
    LeftOutPartitions(const LeftOutSource& source, const PendingNode& here) : source_(source), here_(here) {}

    void add(const LeftOutRow& left_out, const std::shared_ptr<const LeftOutSplit>& split);
    [[nodiscard]] std::vector<Partition>& all() { return partitions_; }

private:
    [[nodiscard]] bool partition_alike(const LeftOutSplit& a, const LeftOutSplit& b, const LeftOutRow& left_out) const;
    [[nodiscard]] bool same_but_own_level(const Split& known, const Split& without, RowId row) const;

    const LeftOutSource& source_;
    const PendingNode& here_;
    std::vector<Partition> partitions_;
};

}  // namespace treewright
