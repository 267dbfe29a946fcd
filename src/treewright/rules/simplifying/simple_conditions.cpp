#include "treewright/rules/simplifying/simple_conditions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "treewright/statistics/code_length.h"

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

namespace {

double cuts_of(const Column& column) {
    std::vector<double> values = column.values.copy();
    std::erase_if(values, [](double value) { return is_missing(value); });
    std::sort(values.begin(), values.end());
    const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
    return std::max(0.0, static_cast<double>(distinct) - 1.0);
}

}  // namespace

RuleBits::RuleBits(const std::vector<Column>& features, const std::vector<char>& asked)
    : features_(features), cuts_(features.size(), 0.0) {
    for (std::size_t i = 0; i < features.size(); ++i)
        if (asked[i] != 0 && features[i].has_values()) cuts_[i] = cuts_of(features[i]);
}

double RuleBits::of_condition(const RuleCondition& condition) const {
    const double which_feature = choice_bits(static_cast<double>(features_.size()));
    const auto levels = static_cast<double>(features_[condition.feature].schema.levels.size());
    if (condition.above || condition.at_most) return which_feature + 1.0 + choice_bits(cuts_[condition.feature]);
    const bool known_or_missing = condition.levels.empty() || features_[condition.feature].has_values();
    if (known_or_missing) return which_feature + 1.0;
    return which_feature + (condition.levels.size() == 1 ? choice_bits(levels) : levels);
}

double RuleBits::of_rule(const std::vector<const RuleCondition*>& conditions) const {
    double bits = -log2_factorial(static_cast<double>(conditions.size()));
    for (const RuleCondition* condition : conditions) bits += of_condition(*condition);
    return bits;
}

}  // namespace treewright
