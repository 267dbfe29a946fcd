// The table that an export to SQL reads, for those who make one.
#pragma once

#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/export/targets.h"
#include "treewright/tree/model.h"

namespace treewright {

/// A column that the SQL reads.
struct SqlColumn {
    ColumnSchema schema;  ///< of a part of a date: of the date
    std::string name;     ///< in quotes
    std::string type;     ///< "DOUBLE"
};

/// The table that the SQL reads. All names are in quotes.
struct SqlTable {
    std::string name;                ///< with its schema, if it has one
    std::string schema;              ///< empty: the usual one
    std::vector<SqlColumn> columns;  ///< in the order of the model's schema; only those that the tree asks about
    std::vector<bool> asked;         ///< by feature: whether the tree asks about it
    std::string spare;               ///< a name that no column has, nor anything in the query
    double ticks_per_second = 0.0;   ///< the resolution of times
};
/// By `dialect` and `table`. An input `Error` as of `tree_sql`.
SqlTable sql_table(const Model& model, const ExportOptions& options);

}  // namespace treewright
