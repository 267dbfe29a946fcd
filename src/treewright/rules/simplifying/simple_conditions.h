// Splits the conditions of a rule into the smallest that can be dropped on their own (a bound, a set of levels, known or
// missing), and merges them again; their code length.
#pragma once

#include <span>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/data/table.h"
#include "treewright/rules/rule.h"

namespace treewright {

/// Only what the rule states: values that a tree routes by default, for lack of a training row, meet none of these.
std::vector<RuleCondition> taken_apart(const std::vector<RuleCondition>& conditions, std::span<const ColumnSchema> features);

/// At most one condition per feature, in the order in which features first occur.
std::vector<RuleCondition> put_together(const std::vector<RuleCondition>& simple);

/// The code length of a rule in bits, for a receiver who knows the columns of the table:
///
///   a condition   log₂(features), and for a bound 1 (which of the two) + log₂(cuts between distinct known values); for one level of a
///                 category log₂(levels), for several one bit per level; for "known" or "missing" 1
///   a rule        Σ of its conditions − log₂ k!, since the order of its k conditions carries no information
class RuleBits {
public:
    /// Counts the distinct values of the features that `asked` marks (one mark per feature).
    RuleBits(const std::vector<Column>& features, const std::vector<char>& asked);

    /// Of simple conditions.
    [[nodiscard]] double of_condition(const RuleCondition& condition) const;
    [[nodiscard]] double of_rule(const std::vector<const RuleCondition*>& conditions) const;

private:
    const std::vector<Column>& features_;
    std::vector<double> cuts_;  ///< of each feature; 0 for categories and features that are not asked for
};

}  // namespace treewright
