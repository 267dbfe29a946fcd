// A table in memory as a model sees it: the columns of a schema, found by their names, with the schema's levels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/data/table.h"

namespace treewright {

/// What becomes of rows whose class the model does not know.
enum class UnknownLabels { refuse, drop };

/// The columns in the order of the schemas. A level that a schema does not have becomes `unseen_code`. An input `Error` for a column that is
/// not there or holds another kind of cell; `source` is what the table is called in it.
[[nodiscard]] std::vector<Column> columns_by_schema(const Table& table, std::span<const ColumnSchema> schemas,
                                                    const std::string& source);

}  // namespace treewright
