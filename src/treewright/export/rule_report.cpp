#include "treewright/export/rule_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/spelling.h"
#include "treewright/data/level_spelling.h"
#include "treewright/data/parameter_entry.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/training/model_options.h"

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
    RuleReport report{model.schema};
    report.deciders = deciding_terms(model);
    report.of_tree = std::make_shared<const TreeRules>(model.tree, model.schema.features);
    std::vector<Rule> rules;
    for (const NodeId leaf : report.of_tree->leaves()) rules.push_back(report.of_tree->without_conditions(leaf));
    report.empty_leaves = std::erase_if(rules, [](const Rule& rule) { return rule.weight == 0.0; });
    report.left_out = std::erase_if(rules, [&](const Rule& rule) { return !is_wanted(rule, filter); });
    sort_rules(rules, filter.order);
    for (Rule& rule : rules) report.rules.push_back({report.rules.size() + 1, std::move(rule)});
    return report;
}

RuleReport report_of(const RuleModel& model, const RuleFilter& filter) {
    RuleReport report{model.schema};
    report.list = &model.list;
    report.deciders = deciding_terms(readable_options(model.schema, model.options));
    for (std::size_t i = 0; i < model.list.rules.size(); ++i) {
        if (is_wanted(model.list.rules[i], filter))
            report.rules.push_back({i + 1, model.list.rules[i]});
        else
            ++report.left_out;
    }
    return report;
}

// --- the filter that a user asks for, and the catalogue's entries about it ---------------------------------------------------

namespace {

using RuleParameter = ParameterOf<RuleChoice>;

/// The compiler stops here when an option is added: give it an entry below and a name here.
[[maybe_unused]] void every_rule_option_has_its_entry(const RuleChoice& choice) {
    [[maybe_unused]] const auto& [min_support, min_confidence, class_name, order] = choice;
}

template <class Access>
RuleParameter about_rules(Parameter declared, Access access) {
    return entry_of<RuleChoice>(std::move(declared), access);
}

std::vector<RuleParameter> entries_about_rules() {
    std::vector<RuleParameter> list = {
        about_rules({.name = "min-support",
                     .unit = "ROWS",
                     .sentence = "Print only rules that cover at least this many training rows."},
                    [](auto& o) -> auto& { return o.min_support; }),
        about_rules({.name = "min-confidence",
                     .unit = "P",
                     .sentence = "Print only rules that are right for at least this share of their training rows.",
                     .range = {0.0, 1.0}},
                    [](auto& o) -> auto& { return o.min_confidence; }),
        about_rules({.name = "class", .unit = "CLASS", .sentence = "Print only rules that predict this class."},
                    [](auto& o) -> auto& { return o.class_name; }),
        about_rules({.name = "sort", .sentence = "Order of the rules: by class, or by number of training rows, largest first."},
                    [](auto& o) -> auto& { return o.order; }),
        RuleParameter{{.name = "simplify",
                       .unit = "DATA",
                       .sentence = "Simplify the rules using these rows, usually the training rows."}},
    };
    for (RuleParameter& parameter : list) parameter.group = ParameterGroup::rules;
    return list;
}

std::string class_hint(const std::string& name, const std::vector<std::string>& classes) {
    constexpr std::size_t few = 10;
    std::string nearest = did_you_mean(name, classes);
    if (!nearest.empty()) return nearest;
    if (classes.size() > few) return fmt::format("it has {} classes", classes.size());
    return fmt::format("its classes are {}", fmt::join(classes, ", "));
}

}  // namespace

std::string_view word_of(RuleOrder order) {
    switch (order) {
        case RuleOrder::by_class: return "class";
        case RuleOrder::by_support: return "support";
    }
    return {};
}

std::span<const RuleParameter> rule_parameters() {
    static const std::vector<RuleParameter> list = entries_about_rules();
    return list;
}

RuleFilter filter_for(const RuleChoice& choice, const Schema& schema, const std::string& source) {
    RuleFilter filter{choice.min_support, choice.min_confidence, {}, choice.order};
    if (schema.task() == Task::regression && (choice.class_name || filter.min_confidence > 0.0))
        throw input_error(fmt::format("{} predicts a number: {} is for classes", source,
                                      named(choice.class_name ? "class" : "min-confidence")));
    if (!choice.class_name) return filter;
    const LevelCode found = LevelFinder(schema.target).find(*choice.class_name);
    if (found == unseen_code)
        throw input_error(fmt::format("{} has no class '{}': {}", source, *choice.class_name,
                                      class_hint(*choice.class_name, schema.classes())));
    filter.label = static_cast<ClassId>(found);
    return filter;
}

}  // namespace treewright
