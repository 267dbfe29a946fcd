// A rule: conditions on features, at most one on each, and the prediction if all of them hold. Rules of a tree and of a rule
// list have the same type; a list tries its rules in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"

namespace treewright {

/// The condition on one feature. A column of values has bounds, a category has levels. What the rule states is separate from
/// what a tree does by default with values that no training row had here: those meet the condition, too, but are not a finding.
struct RuleCondition {
    FeatureId feature = 0;               ///< position in the schema
    std::optional<double> above = {};    ///< value > above
    std::optional<double> at_most = {};  ///< value <= at_most
    bool known = true;                   ///< a column of values: false if only a missing value meets it
    std::vector<LevelCode> levels = {};  ///< a category: one of these, sorted; empty: only a missing value meets it
    bool missing = false;                ///< a value that is missing or was never seen meets it

    std::vector<std::int32_t> default_levels =
        {};                           ///< levels that no training row had at the split: they go this way by default
    bool missing_by_default = false;  ///< the same for missing values

    bool operator==(const RuleCondition&) const = default;
};

/// Members that a task or a kind of rule does not use keep their default values.
struct Rule {
    std::vector<RuleCondition> conditions;
    ClassId label = no_class;           ///< the class; `no_class` for regression
    double weight = 0.0;                ///< of the training rows that meet the conditions
    std::vector<double> class_weights;  ///< the same by class; empty for regression
    double mean = 0.0;                  ///< regression
    double variance = 0.0;              ///< regression
    NodeId leaf = 0;                    ///< rule of a tree: the number of its leaf

    // Rule of a list only.
    double error = 0.0;          ///< the pessimistic estimate of its share of errors
    double first_weight = 0.0;   ///< of the training rows that no rule before it takes
    double first_correct = 0.0;  ///< those of them that are of its class

    [[nodiscard]] double correct() const { return label == no_class ? 0.0 : class_weights[label]; }
    bool operator==(const Rule&) const = default;
};

/// NaN is missing.
bool meets(const RuleCondition& condition, double value);
/// A level's code, `missing_code` or `unseen_code`.
bool meets(const RuleCondition& condition, LevelCode code);
bool meets(const RuleCondition& condition, const std::vector<Column>& features, std::size_t row);

/// The first condition that a row does not meet.
std::optional<std::size_t> first_unmet(const Rule& rule, const std::vector<Column>& features, std::size_t row);

}  // namespace treewright
