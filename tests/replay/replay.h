// Holds the learner against a peer's tree.
//
// Every node of the peer's tree is replayed: its rows are those that the peer's own splits lead to it, and the peer's cut must be
// among the tied best of our split search on these rows, with the same bits in its threshold. A leaf of the peer's must be one
// that we would not split either.
//
// Our own tree is walked in parallel, from the root down to the first node whose best candidates tie. A node above that is
// compared directly: the same question to the last bit, the same counts. At a tie either tree may go its own way.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "description.h"

namespace treewright::replay {

struct Report {
    std::size_t nodes = 0;       ///< of the peer's tree
    std::size_t direct = 0;      ///< compared with our tree's
    std::size_t by_replay = 0;   ///< the others: those that tie, and all below them
    std::size_t ties = 0;        ///< questions with several tied candidates
    std::size_t our_nodes = 0;   ///< of our tree
    std::size_t mismatches = 0;  ///< nodes where something differs
    double largest_gap = 0.0;    ///< what a cut of the peer's falls short of our best, as a share of max(best gain, impurity)
    std::vector<std::string> sentences;  ///< about the first mismatches
};

Report replay(const Description& description);

/// One line.
std::string to_json(const Report& report);

}  // namespace treewright::replay
