// From the type that a file gives to a column (Parquet, Arrow) to the type that the user or a model asks for. Texts are parsed
// once per level, not once per row.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/schema_columns.h"

namespace treewright {

/// The place of a cell, for error messages: "x.parquet, row 5, column 'a': …".
struct RowPlace {
    std::string file;
    std::size_t rows_before = 0;  ///< in the file
};

/// Numbers, dates or times (by `type`) of a column that holds them or their texts, written as `reading` says. An input `Error` for any other cell.
[[nodiscard]] Column recast_values(Column column, ColumnType type, const ColumnReading& reading, const RowPlace& place);

/// The ranks of a category among the levels of `ordered`. Any other level is an input `Error`; an empty text is missing.
[[nodiscard]] Column recast_ordered(Column column, const ColumnSchema& ordered, const RowPlace& place);

/// A category by the levels that a model knows; others are unseen, and counted.
[[nodiscard]] Column recast_known(Column column, const ColumnSchema& feature, UnseenLevels& unseen);

}  // namespace treewright
