// CART's surrogate splits: splits on other features that send most rows to the same child as the chosen split. A row that lacks
// the tested value goes by the first of them that it has a value for.
#pragma once

#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

inline constexpr std::uint32_t no_child = UINT32_MAX;

/// The chosen binary split, and where it sends the rows of its node.
struct ChosenSplit {
    const Candidate& candidate;
    std::span<const std::uint32_t> child_of_row;  ///< 0 or 1; `no_child` if the value is missing
};

/// At most `most` surrogates, the best first. Each is the threshold (in either direction) or the subset of its feature that
/// agrees on the most weight among the rows that have both values, with at least two rows on each side; ties: the lower
/// threshold, not reversed before reversed, or the set that comes first. It must agree on more weight than always choosing the
/// heavier child would.
std::vector<SurrogateCandidate> find_surrogates(const SearchContext& context, const NodeView& node, const ChosenSplit& chosen,
                                                std::size_t most, const Threads& threads);

}  // namespace treewright
