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

/// The cells that are one of these words, in any case of ASCII letters, become missing; in a column of numbers, dates or times those that are
/// equal to a word that is such.
void make_missing(Column& column, const std::vector<std::string>& words);

/// The values that such words are: numbers, dates or times; in an ordered category the ranks of levels.
[[nodiscard]] std::vector<double> missing_values(const ColumnSchema& schema, const std::vector<std::string>& words);

/// A column of that many missing values.
[[nodiscard]] Column missing_column(const ColumnSchema& schema, std::size_t rows);

/// The columns in the order of the schemas. Codes that mean missing in the schema do so here. A level that a schema does not have becomes `unseen_code`. An input `Error` for a
/// column that is missing or has another type; `source` is the table's name in messages. Columns that are not `needed` (empty: all are)
/// may be missing from the table: all of their values are, then.
[[nodiscard]] std::vector<Column> columns_by_schema(const Table& table, std::span<const ColumnSchema> schemas,
                                                    const std::string& source, const std::vector<bool>& needed = {});

}  // namespace treewright
