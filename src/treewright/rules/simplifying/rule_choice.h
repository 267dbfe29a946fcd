// Which rules of a class to keep: the set of minimum description length, of the rules and of the rows that they misclassify.
//
//   length = t·(Σ bits of the rules − log₂ r!) + log₂ C(covered, false positives) + log₂ C(not covered, false negatives)
//
// r is the number of rules, whose order carries no information; t = ½/log₂ k with k classes. For two it is ½, Quinlan's weight of the
// theory, because many sets of rules are equivalent. With more, a row that its class gives up is rarely right by the default, which this code
// of a single class cannot see: by ½ lists of many classes would be too short (26 classes: 7 points behind their tree).
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/rules/simplifying/row_bits.h"

namespace treewright {

struct RuleCandidate {
    const RowBits* covered = nullptr;
    double bits = 0.0;  ///< the code length of the rule
};

/// The candidates of one class.
struct ClassRules {
    std::vector<RuleCandidate> candidates;
    const RowBits& of_class;
    const RowWeights& weights;
    std::size_t classes = 2;  ///< of the target
};

/// Up to this many candidates, every subset is tried (exhaustive search).
inline constexpr std::size_t most_for_all_sets = 10;

/// Positions of the candidates to keep, ascending; none if listing the class as exceptions is shorter. With more candidates
/// than `most_for_all_sets`: greedy hill climbing from no rule and from all of them, adding or dropping the single rule that
/// shortens the description most, until none does; the shorter of the two results. Ties: the set with fewer rules, then the one
/// with the first ones.
std::vector<std::size_t> shortest_rules(const ClassRules& rules, const Progress& progress);

}  // namespace treewright
