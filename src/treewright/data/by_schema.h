// The columns of a table in memory that a model needs, found by name and recoded to the levels of the model's schema.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/data/table.h"

namespace treewright {

/// What becomes of rows whose class the model does not know.
enum class UnknownLabels { refuse, drop };

/// An input `Error` for a feature that a model reads in a way of its own (`ColumnReading`): no reader follows that yet, and ignoring it
/// would predict from other values.
void refuse_special_reading(const ColumnSchema& schema);

/// The columns in the order of the schemas. A level that a schema does not have becomes `unseen_code`. An input `Error` for a
/// column that is missing or has another type; `source` is the table's name in messages.
[[nodiscard]] std::vector<Column> columns_by_schema(const Table& table, std::span<const ColumnSchema> schemas,
                                                    const std::string& source);

}  // namespace treewright
