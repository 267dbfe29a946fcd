// An ordered list of rules: the first whose conditions a row meets decides, the default class if there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/rules/rule.h"

namespace treewright {

struct RuleList {
    std::vector<Rule> rules;  ///< those of one class stand together
    ClassId default_label = 0;
    std::vector<double> default_weights;  ///< of the training rows that no rule takes, by class
    std::vector<double> class_weights;    ///< of all training rows, by class

    bool operator==(const RuleList&) const = default;
};

/// The position of the rule that decides for a row; that behind the last rule stands for the default.
std::size_t find_rule(const RuleList& list, const std::vector<Column>& features, std::size_t row);

/// The same for all rows of the features, on several threads.
void find_rules(const RuleList& list, const std::vector<Column>& features, std::span<std::uint32_t> positions,
                const Threads& threads);

/// What a rule (by position, or the default) predicts.
ClassId label_at(const RuleList& list, std::size_t position);
/// The share of each class among the training rows that meet the rule's conditions; of the default among those that no rule takes,
/// or among all rows if there were none. `shares` has an element for each class.
void shares_at(const RuleList& list, std::size_t position, std::span<double> shares);
/// The weight of the rows that these shares are of.
double evidence_at(const RuleList& list, std::size_t position);

}  // namespace treewright
