#include "treewright/rules/rule.h"

#include <algorithm>
#include <cmath>

namespace treewright {

bool meets(const RuleCondition& condition, double value) {
    if (std::isnan(value)) return condition.missing || condition.missing_by_default;
    return condition.known && (!condition.above || value > *condition.above) &&
           (!condition.at_most || value <= *condition.at_most);
}

bool meets(const RuleCondition& condition, LevelCode code) {
    if (code < 0) return condition.missing || condition.missing_by_default;
    const auto is_in = [code](const std::vector<LevelCode>& levels) {
        return std::binary_search(levels.begin(), levels.end(), code);
    };
    return is_in(condition.levels) || is_in(condition.default_levels);
}

bool meets(const RuleCondition& condition, const std::vector<Column>& features, std::size_t row) {
    const Column& column = features[condition.feature];
    return column.has_values() ? meets(condition, column.values[row]) : meets(condition, column.codes[row]);
}

std::optional<std::size_t> first_unmet(const Rule& rule, const std::vector<Column>& features, std::size_t row) {
    for (std::size_t i = 0; i < rule.conditions.size(); ++i)
        if (!meets(rule.conditions[i], features, row)) return i;
    return std::nullopt;
}

}  // namespace treewright
