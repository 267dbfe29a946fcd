// Which rules of a model are shown, and in which order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/parameter.h"
#include "treewright/rules/rule_model.h"
#include "treewright/rules/tree_rules.h"
#include "treewright/statistics/intervals.h"
#include "treewright/tree/model.h"

namespace treewright {

enum class RuleOrder { by_class, by_support };

struct RuleFilter {
    double min_support = 0.0;               ///< rows
    double min_confidence = 0.0;            ///< share of a rule's rows that are of its class
    std::optional<ClassId> label;           ///< only rules of this class
    RuleOrder order = RuleOrder::by_class;  ///< of a tree's rules; a list has its own order
};

/// What a user says about it.
struct RuleChoice {
    double min_support = 0.0;
    double min_confidence = 0.0;
    std::optional<std::string> class_name = {};
    RuleOrder order = RuleOrder::by_class;
};
std::string_view word_of(RuleOrder order);
std::span<const ParameterOf<RuleChoice>> rule_parameters();

/// The filter for a model of this schema; `source` is the name of the model. An input `Error` for a class that it does not have.
RuleFilter filter_for(const RuleChoice& choice, const Schema& schema, const std::string& source);

struct ListedRule {
    std::size_t number = 0;  ///< in the list, from 1; for a tree in the order shown
    Rule rule;               ///< of a tree without its conditions (`RuleReport::complete`)
};

struct RuleReport {
    const Schema& schema;
    std::vector<ListedRule> rules = {};
    std::size_t left_out = 0;        ///< excluded by the filter
    std::size_t empty_leaves = 0;    ///< of a tree: they predict as their parents do and have no rule
    const RuleList* list = nullptr;  ///< if the rules are those of a list
    std::shared_ptr<const TreeRules> of_tree = nullptr;
    std::string deciders =
        {};  ///< what decided where a rule's class is not that of most of its rows: "costs", "priors"; empty: nothing did

    /// With its conditions, which the rules of a tree get only now: all of them at once might not fit into memory.
    [[nodiscard]] Rule complete(const ListedRule& listed) const {
        return of_tree ? of_tree->rule(listed.rule.leaf) : listed.rule;
    }
};

/// Points into the model, which must outlive the report.
RuleReport report_of(const Model& model, const RuleFilter& filter);
RuleReport report_of(const Model&& model, const RuleFilter& filter) = delete;
RuleReport report_of(const RuleModel& model, const RuleFilter& filter);
RuleReport report_of(const RuleModel&& model, const RuleFilter& filter) = delete;

/// The share of a rule's rows that are of its class.
double share_of(const Rule& rule);
/// 95 %: Wilson's of that share, or Student's of the mean.
Interval interval_of(const Rule& rule);

}  // namespace treewright
