// The stopping rules: when a node stays a leaf.
#pragma once

#include <optional>

#include "treewright/growing/candidate.h"
#include "treewright/growing/node_searcher.h"
#include "treewright/growing/search_context.h"

namespace treewright {

enum class StopReason {
    none,         ///< the node is split
    pure,         ///< one class, or all targets equal
    depth,        ///< max_depth
    rows,         ///< min_split
    no_question,  ///< no feature has an admissible split
    gain,         ///< the best gain is below what is needed
    test,         ///< the best split is not significant
    bits,         ///< the best split saves fewer bits than its description takes
    leaves,       ///< max_leaves
};

/// Whether the gain of the best candidate is enough. Under a criterion whose gain can be negative it must be positive.
bool gain_suffices(const SearchContext& context, const NodeFacts& node, const Candidate& candidate);
/// The same for a gain after its penalty.
bool gain_suffices(const SearchContext& context, const NodeFacts& node, double gain);

/// The decision on a node whose best split gains enough.
struct SplitDecision {
    StopReason stop = StopReason::none;
    std::optional<NodeTest> test;  ///< to be stored in the node
};
/// By the tests of the options. `variance_of_all`: regression, at the root, in the unit of the target.
SplitDecision decide_split(const SearchContext& context, const NodeFacts& node, const Found& found, double variance_of_all);

/// Minimum description length as a stopping rule: the bits of the node as a leaf, and as a split with leaves below it.
struct SplitBits {
    double as_leaf = 0.0;
    double as_question = 0.0;
};
/// `variance_of_all`: regression, at the root, in the unit of the target.
SplitBits split_bits(const SearchContext& context, const NodeFacts& node, const Candidate& candidate, double variance_of_all);

/// The statistic behind the test's p-value: χ² with its degrees of freedom, or F with those between and within the branches.
struct SplitStatistic {
    double value = 0.0;
    double degrees = 0.0;
    double residual_degrees = 0.0;  ///< F only
};
/// For the candidate's branches, by the options' test; none for an exact test, which has no statistic.
std::optional<SplitStatistic> split_statistic(const SearchContext& context, const Candidate& candidate);

/// Whether the test allows the split.
bool is_significant(const GrowOptions& options, const NodeTest& test);

}  // namespace treewright
