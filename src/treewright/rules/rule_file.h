// The model file of a rule list. docs/model-file.md is the specification.
#pragma once

#include <string>
#include <string_view>

#include "treewright/rules/rule_model.h"

namespace treewright {

/// The kind in a model file of rules.
inline constexpr std::string_view rules_kind = "rules";

/// The bytes of the file. The model must be sound (rule_model.h).
std::string to_bytes(const RuleModel& model);
/// Throws an input `Error` whose message starts with `name` for anything that `to_bytes` would not have written.
RuleModel rules_from_bytes(std::string_view bytes, const std::string& name);

/// Atomic: the file holds the old bytes or the new ones.
void save_rules(const RuleModel& model, const std::string& path);

}  // namespace treewright
