// Splits the conditions of a rule into the smallest that can be dropped on their own (a bound, a set of levels, known or
// missing), and merges them again.
#pragma once

#include <span>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/rules/rule.h"

namespace treewright {

/// Only what the rule states: values that a tree routes by default, for lack of a training row, meet none of these.
std::vector<RuleCondition> taken_apart(const std::vector<RuleCondition>& conditions, std::span<const ColumnSchema> features);

/// At most one condition per feature, in the order in which features first occur.
std::vector<RuleCondition> put_together(const std::vector<RuleCondition>& simple);

}  // namespace treewright
