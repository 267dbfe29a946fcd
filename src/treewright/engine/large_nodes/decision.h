// The decision at a node as two pure functions: which bins must be opened, given the counts; which split wins, given the counts
// and the opened bins. Counts and opened bins are values that merge, so it does not matter where the rows are. The search of a
// table that is not partitioned (bin_search.h) makes the same decision by the same code (cut_search.h) and opens bins as it
// goes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/cut_search.h"
#include "treewright/engine/large_nodes/opened_bins.h"

namespace treewright {

/// The counts of a node over some of the rows. `wide`: its categories with more levels than bins.
struct NodeStatistics {
    NodeCounts bins;
    std::vector<LevelCounts> wide;
};

/// A node to decide on. `used`: features that the path has split on and that may not be used again.
struct UndecidedNode {
    const NodeFacts& facts;
    LabelSpan span;
    const NodeStatistics& statistics;
    std::span<const FeatureId> used;
};

std::vector<BinRequest> bins_to_open(const DecisionSource& source, const UndecidedNode& node);
/// `opened` answers the requests of `bins_to_open`. None: the node has no split.
std::optional<Candidate> choose_split(const DecisionSource& source, const UndecidedNode& node, const OpenedBins& opened);

}  // namespace treewright
