// The whole tree without one row, needed for pruning: the nodes on the row's path, and the subtrees of their siblings, which do
// not contain the row and are shared.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/left_out_search.h"
#include "treewright/engine/small_nodes/small_node_searcher.h"
#include "treewright/growing/moments.h"
#include "treewright/growing/split_search.h"

namespace treewright {

/// Grows subtrees from the rows of a node at some depth.
class DescendantGrower {
public:
    /// `targets`: regression only.
    DescendantGrower(const LeftOutSource& source, const SplitSearch& search, const TargetSums* targets, const Run& run);

    struct Place {
        std::size_t depth = 0;
        std::vector<FeatureId> used;  ///< features that may not be used again
    };
    [[nodiscard]] std::shared_ptr<const Tree> grow(std::vector<RowId> rows, const Place& place) const;

private:
    const LeftOutSource& source_;
    const SplitSearch& search_;
    const TargetSums* targets_;
    SmallNodeSource small_;
    Run run_;
    bool by_engine_;
};

/// The subtrees of the children of a node for one split; null for an empty child.
using ChildTrees = std::vector<std::shared_ptr<const Tree>>;

/// What a node of the path has besides its rows and its split.
struct NodeExtras {
    Moments moments;  ///< numbers
    std::optional<NodeTest> test;
};

/// A split on the path of a left-out row, linked to its parent.
struct PathStep {
    std::shared_ptr<const PathStep> above;
    std::shared_ptr<const LeftOutSplit> split;
    std::uint32_t child = 0;  ///< that the row goes to
    std::shared_ptr<const ChildTrees> children;
    NodeExtras extras = {};
    /// The child whose training rows contain the row, if the row itself goes to another child: its subtree without the row.
    std::uint32_t left_child = UINT32_MAX;
    std::shared_ptr<const Tree> left_tree = {};
};

/// The leaf where a path ends.
struct PathEnd {
    std::shared_ptr<const PathStep> last;
    NodeExtras extras;       ///< of the leaf
    std::vector<Sums> sums;  ///< of the nodes of the path, from the root to the leaf, without the row
};
Tree tree_without(const LeftOutSource& source, const PathEnd& end);

}  // namespace treewright
