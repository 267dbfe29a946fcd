// When a node stays a leaf.
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
    no_question,  ///< no feature has an admissible question
    gain,         ///< the best gain is below what is needed
    test,         ///< the best split is not significant
    bits,         ///< the best split spares fewer bits than it takes to tell it
    leaves,       ///< max_leaves
};

/// Whether the gain of the best candidate is enough. Under a criterion whose gain can be negative it must be positive.
bool gain_suffices(const SearchContext& context, const NodeFacts& node, const Candidate& candidate);
/// The same by the gain, its penalty taken off.
bool gain_suffices(const SearchContext& context, const NodeFacts& node, double gain);

/// What becomes of a node whose best question gains enough.
struct SplitVerdict {
    StopReason stop = StopReason::none;
    std::optional<NodeTest> test;  ///< that the node is to remember
};
/// By the tests that the options ask for. `variance_of_all`: numbers, at the root, in the unit of the target.
SplitVerdict judge_split(const SearchContext& context, const NodeFacts& node, const Found& found, double variance_of_all);

/// Description length as a stopping rule: what the node costs as a leaf, and as the question with leaves below it.
struct SplitBits {
    double as_leaf = 0.0;
    double as_question = 0.0;
};
/// `variance_of_all`: numbers, at the root, in the unit of the target.
SplitBits split_bits(const SearchContext& context, const NodeFacts& node, const Candidate& candidate, double variance_of_all);

/// What the test's p-value is read from: χ² with its degrees of freedom, or F with those between and within the branches.
struct SplitStatistic {
    double value = 0.0;
    double degrees = 0.0;
    double residual_degrees = 0.0;  ///< F only
};
/// Of the candidate's branches, by the options' test; nothing for an exact test, which has none.
std::optional<SplitStatistic> split_statistic(const SearchContext& context, const Candidate& candidate);

/// Whether the test lets the node be split.
bool is_significant(const GrowOptions& options, const NodeTest& test);

}  // namespace treewright
