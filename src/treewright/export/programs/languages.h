// The programs that a tree can be exported to, a file each.
#pragma once

#include <string>

#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

[[nodiscard]] std::string tree_c(const Model& model, const ExportOptions& options);
[[nodiscard]] std::string tree_cpp(const Model& model, const ExportOptions& options);
[[nodiscard]] std::string tree_java(const Model& model, const ExportOptions& options);
[[nodiscard]] std::string tree_javascript(const Model& model, const ExportOptions& options);
[[nodiscard]] std::string tree_python(const Model& model, const ExportOptions& options);

}  // namespace treewright
