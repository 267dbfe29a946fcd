// Rules in English: "Outlook is sunny and Humidity is at most 77.5".
#pragma once

#include <cstddef>
#include <string>

#include "treewright/data/schema.h"
#include "treewright/export/names.h"
#include "treewright/rules/rule.h"

namespace treewright {

/// Columns that the levels of one condition take in a sentence, about; those that do not fit are counted.
inline constexpr std::size_t usual_set_width = 60;

/// What the condition states. A set that holds nearly all levels is written by those that it lacks: "Outlook is not sunny".
std::string condition_sentence(const RuleCondition& condition, const ColumnSchema& feature,
                               std::size_t set_width = usual_set_width);
/// All conditions, joined by commas and "and"; empty for a rule without any.
std::string conditions_sentence(const Rule& rule, const Schema& schema, std::size_t set_width = usual_set_width);

}  // namespace treewright
