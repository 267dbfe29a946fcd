// The code length of a rule in bits, for a receiver who knows the columns of the table:
//
//   a condition   log₂(features), and for a bound 1 (which of the two) + log₂(cuts between distinct known values); for one level of a
//                 category log₂(levels), for several one bit per level; for "known" or "missing" 1
//   a rule        Σ of its conditions − log₂ k!, since the order of its k conditions carries no information
#pragma once

#include <vector>

#include "treewright/data/table.h"
#include "treewright/rules/rule.h"

namespace treewright {

class RuleBits {
public:
    /// Counts the distinct values of the features that `asked` marks (one mark per feature).
    RuleBits(const std::vector<Column>& features, const std::vector<char>& asked);

    /// Of simple conditions (simple_conditions.h).
    [[nodiscard]] double of_condition(const RuleCondition& condition) const;
    [[nodiscard]] double of_rule(const std::vector<const RuleCondition*>& conditions) const;

private:
    const std::vector<Column>& features_;
    std::vector<double> cuts_;  ///< of each feature; 0 for categories and features that are not asked for
};

}  // namespace treewright
