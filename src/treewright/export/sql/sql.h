// A tree as SQL: a query that adds prediction, class shares and leaf to each row of a table, or an expression for a computed column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

/// By `dialect`, `table` and `form`. An input `Error` for a tree or a name that the database cannot take.
std::string tree_sql(const Model& model, const ExportOptions& options);

/// A column that the SQL reads.
struct SqlColumn {
    ColumnSchema schema;  ///< of a part of a date: of the date
    std::string name;     ///< in quotes
    std::string type;     ///< what it must hold, in the dialect's words: "DOUBLE"
};
/// In the order of the schema; only those that the tree asks about.
std::vector<SqlColumn> sql_columns(const Model& model, SqlDialect dialect);

}  // namespace treewright
