// The whole tree without one row, needed where it is pruned: the nodes on the row's path, and the subtrees of their siblings, which never
// held the row and are shared.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/leave_one_out/left_out_search.h"
#include "treewright/engine/small_nodes/small_node.h"
#include "treewright/growing/moments.h"
#include "treewright/growing/split_search.h"

namespace treewright {

/// Grows trees from rows of a node at some depth, as they would grow below it.
class BelowGrower {
public:
    /// `targets`: numbers only.
    BelowGrower(const LeftOutSource& source, const SplitSearch& search, const TargetSums* targets, const Run& run);

    struct Place {
        std::size_t depth = 0;
        std::vector<FeatureId> used;  ///< features that may not be asked again
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

/// The trees of the children of a node, as its rows are parted by one question; null where no row goes.
using ChildTrees = std::vector<std::shared_ptr<const Tree>>;

/// What a node of the path holds besides its rows and its question.
struct NodeExtras {
    Moments moments;  ///< numbers
    std::optional<NodeTest> test;
};

/// A question on the path of a left-out row, linked to the one above it.
struct PathStep {
    std::shared_ptr<const PathStep> above;
    std::shared_ptr<const LeftOutQuestion> question;
    std::uint32_t child = 0;  ///< that the row goes to
    std::shared_ptr<const ChildTrees> children;
    NodeExtras extras = {};
    /// A child whose rows hold the row, which goes elsewhere: its tree without the row.
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
