// The structural check of a rule list: what a reader of a model file can rely on.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "treewright/rules/rule_model.h"
#include "treewright/tree/check.h"

namespace treewright {
namespace {

using Flaw = std::optional<std::string>;

bool nearly_equal(double a, double b, double scale) { return std::abs(a - b) <= 1e-9 * scale; }
bool at_most(double a, double b, double scale) { return a <= b + 1e-9 * scale; }

Flaw flaw_of_bounds(const RuleCondition& condition) {
    if (!condition.levels.empty()) return "a condition on values has levels";
    for (const auto& bound : {condition.above, condition.at_most})
        if (bound && !std::isfinite(*bound)) return "a bound is not finite";
    if (condition.above && condition.at_most && *condition.above >= *condition.at_most) return "no value is within its bounds";
    const bool bounded = condition.above || condition.at_most;
    if (!condition.known && bounded) return "only a missing value meets a condition that has bounds";
    if (!condition.known && !condition.missing) return "no value meets a condition";
    if (condition.known && !bounded && condition.missing) return "a condition asks nothing";
    return std::nullopt;
}

Flaw flaw_of_levels(const RuleCondition& condition, const ColumnSchema& feature) {
    const std::vector<LevelCode>& levels = condition.levels;
    if (condition.above || condition.at_most || !condition.known) return "a condition on a category has bounds";
    if (std::adjacent_find(levels.begin(), levels.end(), std::greater_equal<>()) != levels.end())
        return "the levels of a condition are not in ascending order";
    if (!levels.empty() && (levels.front() < 0 || position_of(levels.back()) >= feature.levels.size()))
        return fmt::format("a condition has a level that feature '{}' does not have", feature.name);
    if (levels.empty() && !condition.missing) return "no value meets a condition";
    if (levels.size() == feature.levels.size() && condition.missing && !levels.empty()) return "a condition asks nothing";
    return std::nullopt;
}

class ListCheck {
public:
    explicit ListCheck(const RuleModel& model) : model_(model), list_(model.list) {}

    Flaw find() {
        if (model_.schema.task() != Task::classification) return "rules are for classes, and the target is a number";
        if (Flaw flaw = flaw_of_classes(list_.class_weights, model_.provenance.total_weight)) return "all rows: " + *flaw;
        if (!(model_.provenance.total_weight > 0.0)) return "the total weight is 0";
        for (std::size_t i = 0; i < list_.rules.size(); ++i)
            if (Flaw flaw = flaw_of_rule(list_.rules[i])) return fmt::format("rule {}: {}", i + 1, *flaw);
        if (Flaw flaw = flaw_of_default()) return "the default: " + *flaw;
        return flaw_of_total();
    }

private:
    [[nodiscard]] bool is_class(ClassId label) const { return label < model_.schema.classes().size(); }

    /// By class: one weight each, which add up.
    [[nodiscard]] Flaw flaw_of_classes(const std::vector<double>& weights, double sum) const {
        if (weights.size() != model_.schema.classes().size()) return "it needs a weight for each class";
        for (const double weight : weights)
            if (!std::isfinite(weight) || weight < 0.0) return "a class weight is negative or not finite";
        if (!nearly_equal(std::accumulate(weights.begin(), weights.end(), 0.0), sum, sum))
            return "its class weights do not add up to its weight";
        for (std::size_t c = 0; c < weights.size() && list_.class_weights.size() == weights.size(); ++c)
            if (!at_most(weights[c], list_.class_weights[c], model_.provenance.total_weight))
                return "it has more rows of a class than there are";
        return std::nullopt;
    }

    Flaw flaw_of_rule(const Rule& rule) {
        if (Flaw flaw = flaw_of_conditions(rule)) return flaw;
        if (!is_class(rule.label)) return "its class is none of the target's";
        if (!std::isfinite(rule.weight) || rule.weight <= 0.0) return "its weight is not above 0";
        if (Flaw flaw = flaw_of_classes(rule.class_weights, rule.weight)) return flaw;
        if (!(rule.error >= 0.0 && rule.error <= 1.0)) return "its error is not between 0 and 1";
        const bool sound = rule.first_weight >= 0.0 && rule.first_correct >= 0.0 &&
                           at_most(rule.first_weight, rule.weight, rule.weight) &&
                           at_most(rule.first_correct, std::min(rule.first_weight, rule.correct()), rule.weight);
        if (!sound) return "the rows that it is the first to take are not a part of its rows";
        const Rule unused;
        if (rule.mean != unused.mean || rule.variance != unused.variance || rule.leaf != unused.leaf)
            return "it has figures that it does not use";
        return std::nullopt;
    }

    [[nodiscard]] Flaw flaw_of_conditions(const Rule& rule) const {
        std::set<std::size_t> asked;
        for (const RuleCondition& condition : rule.conditions) {
            if (condition.feature >= model_.schema.features.size())
                return fmt::format("there is no feature {}", condition.feature);
            const ColumnSchema& feature = model_.schema.features[condition.feature];
            if (!asked.insert(condition.feature).second) return fmt::format("it asks for feature '{}' twice", feature.name);
            if (!condition.default_levels.empty() || condition.missing_by_default) return "something is met by default";
            Flaw flaw = holds_values(feature.type) ? flaw_of_bounds(condition) : flaw_of_levels(condition, feature);
            if (flaw) return flaw;
        }
        return std::nullopt;
    }

    [[nodiscard]] Flaw flaw_of_default() const {
        if (!is_class(list_.default_label)) return "its class is none of the target's";
        const std::vector<double>& weights = list_.default_weights;
        return flaw_of_classes(weights, std::accumulate(weights.begin(), weights.end(), 0.0));
    }

    [[nodiscard]] Flaw flaw_of_total() const {
        double sum = std::accumulate(list_.default_weights.begin(), list_.default_weights.end(), 0.0);
        for (const Rule& rule : list_.rules) sum += rule.first_weight;
        if (!nearly_equal(sum, model_.provenance.total_weight, model_.provenance.total_weight))
            return "the rows that its rules take do not add up to the total weight";
        return std::nullopt;
    }

    const RuleModel& model_;
    const RuleList& list_;
};

}  // namespace

std::optional<std::string> find_flaw(const RuleModel& model) {
    if (Flaw flaw = find_flaw_of_head(model.schema, model.options, model.provenance)) return flaw;
    return ListCheck(model).find();
}

}  // namespace treewright
