// Parallel growth. In the upper part of the tree nodes have many rows: the first ones are searched by all threads together,
// then every branch is grown on one thread. Subtrees are grown last, one thread per subtree, and written in preorder.
#pragma once

#include <vector>

#include "treewright/base/run.h"
#include "treewright/growing/growth.h"

namespace treewright {

/// Nodes that are left to subtrees stay leaves here. Node numbers are those of `tree`.
struct UpperTree {
    Tree tree;
    std::vector<LeafRows> leaves;  ///< except those that are left to subtrees
    std::vector<GrowthRoot> subtrees;
    std::vector<NodeWork> work;  ///< GrowOptions::keeps_work
};

/// Grows the branches that `top` has left open, one thread per branch; returns the upper part of the tree.
UpperTree grow_branches(Growth& top, const SearchContext& context, GrowthProgress& progress, const Threads& threads);

/// What is needed to finish a tree once its upper part has grown.
struct TreeFinish {
    const SearchContext& context;
    NodeSearcher& searcher;
    const ClassTerms& terms;
    GrowthProgress& progress;
};
/// Grows the subtrees and assigns node numbers (preorder), labels and means.
GrownTree finish_tree(const TreeFinish& finish, UpperTree upper, const Run& run);

/// Grows the whole tree from the searcher's rows.
GrownTree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const Run& run);

}  // namespace treewright
