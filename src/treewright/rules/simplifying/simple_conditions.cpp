#include "treewright/rules/simplifying/simple_conditions.h"

#include <algorithm>

namespace treewright {
namespace {

void take_apart(const RuleCondition& condition, ColumnType type, std::vector<RuleCondition>& simple) {
    RuleCondition stated = condition;
    stated.default_levels.clear();
    stated.missing_by_default = false;
    if (!holds_values(type) || !condition.above || !condition.at_most) {
        simple.push_back(stated);
        return;
    }
    RuleCondition lower = stated;
    lower.at_most.reset();
    simple.push_back(lower);
    stated.above.reset();
    simple.push_back(stated);
}

}  // namespace

std::vector<RuleCondition> taken_apart(const std::vector<RuleCondition>& conditions, std::span<const ColumnSchema> features) {
    std::vector<RuleCondition> simple;
    for (const RuleCondition& condition : conditions) take_apart(condition, features[condition.feature].type, simple);
    return simple;
}

std::vector<RuleCondition> put_together(const std::vector<RuleCondition>& simple) {
    std::vector<RuleCondition> conditions;
    for (const RuleCondition& condition : simple) {
        const auto present = std::find_if(conditions.begin(), conditions.end(),
                                          [&](const RuleCondition& other) { return other.feature == condition.feature; });
        if (present == conditions.end()) {
            conditions.push_back(condition);
            continue;
        }
        // Two of one feature are its two bounds.
        if (condition.above) present->above = condition.above;
        if (condition.at_most) present->at_most = condition.at_most;
    }
    return conditions;
}

}  // namespace treewright
