// A tree grown in parts. In the upper part nodes have many rows: the first ones are searched by all threads together, then every thread
// has branches of its own. Subtrees are grown last, one thread per subtree, and written in the order of the tree.
#pragma once

#include <vector>

#include "treewright/base/run.h"
#include "treewright/growing/growth.h"

namespace treewright {

/// Nodes that are left to subtrees stay leaves here. Node numbers are those of `tree`.
struct UpperTree {
    Tree tree;
    std::vector<LeafRows> leaves;  ///< without those that are left to subtrees
    std::vector<GrowthRoot> subtrees;
    std::vector<NodeWork> work;  ///< GrowOptions::keeps_work
};

/// The upper part, once `top` has grown: what it has left to branches, each on a thread.
UpperTree grow_branches(Growth& top, const SearchContext& context, GrowthProgress& progress, const Threads& threads);

/// What a finished tree is made by, once its upper part stands.
struct TreeFinish {
    const SearchContext& context;
    NodeSearcher& searcher;
    const ClassTerms& terms;
    GrowthProgress& progress;
};
/// Grows what is left to subtrees and gives the nodes their numbers, labels and means.
GrownTree finish_tree(const TreeFinish& finish, UpperTree upper, const Run& run);

/// The whole tree of the searcher's rows.
GrownTree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const Run& run);

}  // namespace treewright
