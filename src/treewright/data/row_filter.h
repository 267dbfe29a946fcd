// Filters the rows of a table: those with one level of a category, as below a branch of a tree, or the first ones.
#pragma once

#include <string>

#include "treewright/data/table.h"

namespace treewright {

/// Keeps the rows whose category in the column is the level. Levels stay unchanged. An input `Error` if there is no such column
/// or level, or if the column is not a category. `source`: the table's name in messages.
void keep_rows_where(Table& table, const std::string& column_name, const std::string& level_name, const std::string& source);

/// Drops all rows but the first ones.
void keep_first_rows(Table& table, std::size_t rows);

}  // namespace treewright
