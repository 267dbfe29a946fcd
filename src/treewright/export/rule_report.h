// Which rules of a model are shown, and in which order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/rules/rule_model.h"
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

struct ListedRule {
    std::size_t number = 0;  ///< in the list, from 1; for a tree in the order shown
    Rule rule;
};

struct RuleReport {
    const Schema& schema;
    std::vector<ListedRule> rules;
    std::size_t left_out = 0;        ///< excluded by the filter
    std::size_t empty_leaves = 0;    ///< of a tree: they predict as their parents do and have no rule
    const RuleList* list = nullptr;  ///< if the rules are those of a list
};

/// Points into the model.
RuleReport report_of(const Model& model, const RuleFilter& filter);
RuleReport report_of(const RuleModel& model, const RuleFilter& filter);

/// The share of a rule's rows that are of its class.
double share_of(const Rule& rule);
/// 95 %: Wilson's of that share, or Student's of the mean.
Interval interval_of(const Rule& rule);

}  // namespace treewright
