// Generalises a rule by dropping conditions: while the pessimistic error estimate does not rise, drops the condition whose
// removal gives the lowest estimate (ties: the last, as in C4.5).
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
    double error = 0.0;             ///< the pessimistic estimate of the error rate among these
};

GeneralRule generalized(const RuleRows& rows, double confidence);

}  // namespace treewright
