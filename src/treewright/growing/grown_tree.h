// The result of growing: a tree and, on request, the arithmetic of its nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/stopping.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// What was considered at a node, for display of the arithmetic.
struct NodeWork {
    NodeId node = 0;  ///< its number in the finished tree
    StopReason stop = StopReason::none;
    Sums sums;
    double impurity = 0.0;               ///< in the unit of `search`
    std::optional<SearchResult> search;  ///< empty if the node was not searched
};

struct GrownTree {
    Tree tree;                   ///< its nodes in preorder
    std::vector<NodeWork> work;  ///< of every node that has rows, in preorder, with `GrowOptions::keeps_work`; else empty
};

}  // namespace treewright
