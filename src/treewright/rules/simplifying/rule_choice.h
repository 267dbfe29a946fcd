// Which rules of a class to keep: the set whose description is shortest, the rules together with the rows that they get wrong.
//
//   length = ½·(Σ bits of the rules − log₂ r!) + log₂ C(covered, false positives) + log₂ C(not covered, false negatives)
//
// r is the number of rules, whose order in the set says nothing; ½ is Quinlan's weight of a theory, because many sets of rules say the
// same thing.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/rules/simplifying/row_bits.h"

namespace treewright {

struct RuleCandidate {
    const RowBits* covered = nullptr;
    double bits = 0.0;  ///< what it takes to tell the rule
};

/// The candidates of one class.
struct ClassRules {
    std::vector<RuleCandidate> candidates;
    const RowBits& of_class;
    const RowWeights& weights;
};

/// Up to so many candidates, every set is tried.
inline constexpr std::size_t most_for_all_sets = 10;

/// Positions of the candidates to keep, ascending; none if the class is told more shortly as exceptions. With more candidates than
/// `most_for_all_sets`: from no rule and from all of them, the single rule is added or dropped that shortens the description most, until
/// none does; the shorter of the two results. Equal lengths: the set with fewer rules, then the one with the first ones.
std::vector<std::size_t> shortest_rules(const ClassRules& rules, const Progress& progress);

}  // namespace treewright
