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
    std::vector<Rule> rules;  ///< in the order in which they are tried
    ClassId default_label = 0;
    std::vector<double> default_weights;  ///< of the training rows that no rule covers, by class
    std::vector<double> class_weights;    ///< of all training rows, by class

    bool operator==(const RuleList&) const = default;
};

/// The position of the rule that decides for a row; the number of rules means the default.
std::size_t find_rule(const RuleList& list, const std::vector<Column>& features, std::size_t row);

/// The same for all rows of the features, on several threads.
void find_rules(const RuleList& list, const std::vector<Column>& features, std::span<std::uint32_t> positions,
                const Threads& threads);

/// What a rule (by position, or the default) predicts.
ClassId label_at(const RuleList& list, std::size_t position);
/// The class shares among the training rows that meet the rule's conditions; for the default among those that no rule covers,
/// or among all rows if there were none. `shares` has one element per class.
void shares_at(const RuleList& list, std::size_t position, std::span<double> shares);
/// The weight of the training rows behind these shares.
double support_at(const RuleList& list, std::size_t position);

}  // namespace treewright
