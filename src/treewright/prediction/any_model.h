// A model of either kind, tree or rule list: for loading files that may hold either.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "treewright/rules/rule_model.h"
#include "treewright/tree/model.h"

namespace treewright {

using AnyModel = std::variant<Model, RuleModel>;

/// A tree or a list of rules, whichever the file holds.
[[nodiscard]] AnyModel load_any_model(const std::string& path);
/// Whether a regular file begins as a model does; what a pipe would give is not touched.
[[nodiscard]] bool is_model_file(const std::string& path);
/// Atomic: the file holds the old bytes or the new ones.
void save_any_model(const AnyModel& model, const std::string& path);

/// The bytes of its file, and the model of such bytes. An input `Error` whose sentence starts with `name` for others.
[[nodiscard]] std::string bytes_of(const AnyModel& model);
[[nodiscard]] AnyModel any_model_from(std::string_view bytes, const std::string& name);

[[nodiscard]] const Schema& schema_of(const AnyModel& model);
[[nodiscard]] const std::vector<NamedOption>& recorded_options(const AnyModel& model);

}  // namespace treewright
