// Where a model came from, and the command that makes it again from the same rows.
#pragma once

#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/document.h"

namespace treewright {

/// The words of the command, each as the shell takes it: treewright, train, FILE, --target, Play, … FILE stands for the table.
[[nodiscard]] std::vector<std::string> repeating_command(const AnyModel& model);

[[nodiscard]] std::string provenance_text(const AnyModel& model);
/// The same for a page.
[[nodiscard]] Document provenance_document(const AnyModel& model);
[[nodiscard]] std::string provenance_json(const AnyModel& model);

}  // namespace treewright
