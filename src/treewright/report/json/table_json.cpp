// A table as JSON.
#include <utility>

#include "treewright/base/json_writer.h"
#include "treewright/export/names.h"
#include "treewright/export/value_json.h"
#include "treewright/report/table_report.h"

namespace treewright {

namespace {

/// A number, a text, or null.
void write_cell(JsonWriter& json, const Column& column, std::size_t row) {
    if (column.has_values())
        write_value(json, column.schema, column.values[row]);
    else if (column.missing_at(row))
        json.null();
    else
        json.string(column.schema.level(column.codes[row]));
}

}  // namespace

void write_table_json(const TableView& view, const ByteSink& sink) {
    const Table& table = view.table;
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("rows", view.rows_in_file);
    json.key("columns");
    json.begin_array();
    for (const Column& column : table.columns) {
        json.begin_object();
        json.member("name", column.schema.name);
        json.member("type", type_word(column.schema.type));
        json.end_object();
    }
    json.end_array();
    json.key("data");
    json.begin_array();
    for (std::size_t row = 0; row < table.rows; ++row) {
        json.line_break();
        json.begin_array();
        for (const Column& column : table.columns) write_cell(json, column, row);
        json.end_array();
        sink(std::exchange(text, {}));
    }
    json.end_array();
    json.end_object();
    sink(text + "\n");
}

}  // namespace treewright
