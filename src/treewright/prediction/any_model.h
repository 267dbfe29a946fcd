// A model of either kind, tree or rule list: for loading files that may hold either.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "treewright/rules/rule_model.h"
#include "treewright/tree/model.h"

namespace treewright {

using AnyModel = std::variant<Model, RuleModel>;

/// A tree or a list of rules, whichever the file holds.
[[nodiscard]] AnyModel load_any_model(const std::string& path);
/// Atomic: the file holds the old bytes or the new ones.
void save_any_model(const AnyModel& model, const std::string& path);

[[nodiscard]] const Schema& schema_of(const AnyModel& model);
[[nodiscard]] const std::vector<NamedOption>& recorded_options(const AnyModel& model);

}  // namespace treewright
