// The upper part of a tree, in which nodes have many rows: the first ones are searched by all threads together, then every thread has
// branches of its own. Nodes that are left to subtrees stay leaves here.
#pragma once

#include <vector>

#include "treewright/growing/growth.h"

namespace treewright {

/// Node numbers are those of `tree`.
struct UpperTree {
    Tree tree;
    std::vector<LeafRows> leaves;  ///< without those that are left to subtrees
    std::vector<GrowthRoot> subtrees;
};

UpperTree grow_upper_tree(const SearchContext& context, NodeSearcher& searcher, GrowthProgress& progress, const GrowRun& run);
/// The second half of it: what `top` has left to branches, each on a thread.
UpperTree grow_branches(Growth& top, const SearchContext& context, GrowthProgress& progress, const Threads& threads);

/// What a finished tree is made by, once its upper part stands.
struct TreeFinish {
    const SearchContext& context;
    NodeSearcher& searcher;
    const ClassTerms& terms;
    GrowthProgress& progress;
};
/// Grows what is left to subtrees and gives the nodes their numbers, labels and means (grower.cpp).
Tree finish_tree(const TreeFinish& finish, UpperTree upper, const GrowRun& run);

}  // namespace treewright
