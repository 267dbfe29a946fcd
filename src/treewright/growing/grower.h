// Grows a tree: one loop over one queue of nodes that can be split.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/node_searcher.h"
#include "treewright/growing/options.h"
#include "treewright/growing/stopping.h"

namespace treewright {

/// What was considered at a node, for those who want to see the arithmetic.
struct NodeWork {
    std::uint32_t node = 0;  ///< its number in the finished tree
    StopReason stop = StopReason::none;
    Sums sums;
    double impurity = 0.0;               ///< in the unit of `search`
    std::optional<SearchResult> search;  ///< empty where the node was not searched
};

struct GrowRun {
    const Threads& threads;
    Progress& progress;
    std::vector<NodeWork>* work = nullptr;     ///< filled, in preorder, if given
    std::span<const std::uint32_t> rows = {};  ///< a fold: the rows of the set to grow from; empty: all
};

/// The tree of the training set, its nodes in preorder, found the plain way. It depends on the rows as a multiset and on the
/// options only. A fold sees the set as it was prepared: the scale of the target and the values of thresholds are those of all rows.
Tree grow(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms, const GrowRun& run);

/// Says in the tree how rows without a value go down it.
void note_missing_method(Tree& tree, const GrowOptions& options, const ClassTerms& terms);

/// The same tree by another searcher.
Tree grow_with(NodeSearcher& searcher, const SearchContext& context, const ClassTerms& terms, const GrowRun& run);

}  // namespace treewright
