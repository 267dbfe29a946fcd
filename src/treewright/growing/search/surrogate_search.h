// CART's surrogates: questions about other features that send most rows where the chosen question does. A row that lacks the asked
// value goes by the first of them that it has a value for.
#pragma once

#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/search_context.h"

namespace treewright {

inline constexpr std::uint32_t no_child = UINT32_MAX;

/// A two-way question that was chosen, and where it sends the rows of its node.
struct ChosenQuestion {
    const Candidate& candidate;
    std::span<const std::uint32_t> child_of_row;  ///< 0 or 1; `no_child` where the value is missing
};

/// At most `most` surrogates, the best first. Each is the threshold (either way round) or the subset of its feature that agrees on
/// the most weight among the rows that have both values, with at least two rows on each side; of equals the lower threshold, not
/// reversed before reversed, or the set that comes first. It must agree on more than the heavier child alone holds of these rows.
std::vector<SurrogateCandidate> find_surrogates(const SearchContext& context, const NodeView& node,
                                                const ChosenQuestion& chosen, std::size_t most, const Threads& threads);

}  // namespace treewright
