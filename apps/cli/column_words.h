// Columns in words: their types and cells, for the verbs that show tables.
#pragma once

#include <string>
#include <string_view>

#include "treewright/base/json_writer.h"
#include "treewright/data/table.h"

namespace treewright::cli {

std::string_view type_word(ColumnType type);

/// "3 rows", "1 column".
std::string counted_noun(std::size_t count, std::string_view noun);

/// The cell as it was understood, exactly; missing is a dot.
std::string cell_text(const Column& column, std::size_t row);
/// A number, a text, or null.
void write_cell(JsonWriter& json, const Column& column, std::size_t row);

}  // namespace treewright::cli
