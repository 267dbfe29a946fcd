#include "cli/column_words.h"

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/names.h"
#include "treewright/export/value_json.h"

namespace treewright::cli {

std::string_view type_word(ColumnType type) {
    switch (type) {
        case ColumnType::numeric: return "numeric";
        case ColumnType::date: return "date";
        case ColumnType::time: return "time";
        case ColumnType::ordered: return "ordered";
        case ColumnType::categorical: return "categorical";
    }
    return "";
}

std::string counted_noun(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string cell_text(const Column& column, std::size_t row) {
    if (column.missing_at(row)) return "·";
    if (!column.has_values()) return shown_level(column.schema.levels[static_cast<std::size_t>(column.codes[row])]);
    return column.schema.type == ColumnType::numeric ? number_text(column.values[row])
                                                     : value_text(column.schema, column.values[row]);
}

void write_cell(JsonWriter& json, const Column& column, std::size_t row) {
    if (column.has_values())
        write_value(json, column.schema, column.values[row]);
    else if (column.missing_at(row))
        json.null();
    else
        json.string(column.schema.levels[static_cast<std::size_t>(column.codes[row])]);
}

}  // namespace treewright::cli
