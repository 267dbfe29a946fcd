// A rule without the conditions that it can do without: while the pessimistic estimate of its error does not rise, the condition is
// dropped whose absence leaves the lowest estimate (the last of equal ones, as in C4.5).
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/rules/simplifying/row_bits.h"

namespace treewright {

/// The rows that meet each simple condition of a rule, and those of the rule's class.
struct RuleRows {
    std::vector<const RowBits*> conditions;
    const RowBits& of_class;
    const RowWeights& weights;
};

struct GeneralRule {
    std::vector<std::size_t> kept;  ///< positions of the conditions, ascending
    RowBits covered;                ///< the rows that meet all of them
    double error = 0.0;             ///< the pessimistic estimate of the share of errors among these
};

GeneralRule generalized(const RuleRows& rows, double confidence);

}  // namespace treewright
