// The conditions of a rule taken apart into the smallest that can be dropped by themselves (a bound, a set of levels, known or missing),
// and put together again.
#pragma once

#include <span>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/rules/rule.h"

namespace treewright {

/// Only what the rule states: values that a tree sends somewhere for want of a training row meet none of these.
std::vector<RuleCondition> taken_apart(const std::vector<RuleCondition>& conditions, std::span<const ColumnSchema> features);

/// At most one condition a feature, in the order in which features first occur.
std::vector<RuleCondition> put_together(const std::vector<RuleCondition>& simple);

}  // namespace treewright
