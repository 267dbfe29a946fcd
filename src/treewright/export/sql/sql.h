// A tree as SQL: a query that adds prediction, class shares and leaf to each row of a table, or an expression for a computed column.
#pragma once

#include <string>

#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

/// By `dialect`, `table` and `form`. An input `Error` for a tree or a name that the database cannot take.
std::string tree_sql(const Model& model, const ExportOptions& options);

}  // namespace treewright
