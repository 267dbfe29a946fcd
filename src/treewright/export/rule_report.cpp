#include "treewright/export/rule_report.h"

#include <algorithm>

#include "treewright/rules/tree_rules.h"

namespace treewright {

namespace {

bool is_wanted(const Rule& rule, const RuleFilter& filter) {
    if (rule.weight < filter.min_support) return false;
    if (filter.label && rule.label != *filter.label) return false;
    return rule.label == no_class || share_of(rule) >= filter.min_confidence;
}

/// By class (or mean), then the rule of most rows first; equal ones in the order of the leaves.
void sort_rules(std::vector<Rule>& rules, RuleOrder order) {
    std::stable_sort(rules.begin(), rules.end(), [order](const Rule& a, const Rule& b) {
        const bool by_class = order == RuleOrder::by_class;
        if (by_class && a.label != b.label) return a.label < b.label;
        if (by_class && a.mean != b.mean) return a.mean < b.mean;
        return a.weight > b.weight;
    });
}

}  // namespace

double share_of(const Rule& rule) { return rule.weight > 0.0 ? rule.correct() / rule.weight : 0.0; }

Interval interval_of(const Rule& rule) {
    if (rule.label == no_class) return mean_interval({rule.mean, rule.variance, rule.weight});
    return wilson_interval(share_of(rule), rule.weight);
}

RuleReport report_of(const Model& model, const RuleFilter& filter) {
    std::vector<Rule> rules = rules_of(model.tree, model.schema.features);
    RuleReport report{model.schema, {}, 0, 0, nullptr};
    report.empty_leaves = std::erase_if(rules, [](const Rule& rule) { return rule.weight == 0.0; });
    report.left_out = std::erase_if(rules, [&](const Rule& rule) { return !is_wanted(rule, filter); });
    sort_rules(rules, filter.order);
    for (Rule& rule : rules) report.rules.push_back({report.rules.size() + 1, std::move(rule)});
    return report;
}

RuleReport report_of(const RuleModel& model, const RuleFilter& filter) {
    RuleReport report{model.schema, {}, 0, 0, &model.list};
    for (std::size_t i = 0; i < model.list.rules.size(); ++i) {
        if (is_wanted(model.list.rules[i], filter))
            report.rules.push_back({i + 1, model.list.rules[i]});
        else
            ++report.left_out;
    }
    return report;
}

}  // namespace treewright
