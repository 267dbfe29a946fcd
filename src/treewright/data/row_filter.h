// Some of the rows of a table: those of one category, as under a branch of a tree, or the first ones.
#pragma once

#include <string>

#include "treewright/data/table.h"

namespace treewright {

/// Keeps the rows whose category in the column is the level. Levels stay as they are. An input `Error` if there is no such column or level, or
/// if the column is not a category. `source`: what the table is called.
void keep_rows_where(Table& table, const std::string& column_name, const std::string& level_name, const std::string& source);

/// Drops all rows but the first ones.
void keep_first_rows(Table& table, std::size_t rows);

}  // namespace treewright
