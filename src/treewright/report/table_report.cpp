#include "treewright/report/table_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "treewright/base/json_writer.h"
#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/value_json.h"

namespace treewright {

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t widest_cell = 24;

/// The cell as it was understood, exactly; missing is a dot.
std::string cell_text(const Column& column, std::size_t row) {
    if (column.missing_at(row)) return "·";
    if (!column.has_values()) return shown_level(column.schema.level(column.codes[row]));
    return column.schema.type == ColumnType::numeric ? number_text(column.values[row])
                                                     : value_text(column.schema, column.values[row]);
}

/// One column of the page: its name, its type, its cells.
std::vector<std::string> page_column(const Table& table, const Column& column, bool cuts) {
    std::vector<std::string> names;
    for (const Column& each : table.columns) names.push_back(shown_name(each.schema.name));
    const std::string name = shown_name(column.schema.name);
    std::vector<std::string> cells{cuts ? shortened_among(name, widest_cell, names) : name,
                                   std::string(type_word(column.schema.type))};
    for (std::size_t row = 0; row < table.rows; ++row)
        cells.push_back(cuts ? shortened(cell_text(column, row), widest_cell) : cell_text(column, row));
    return cells;
}

std::size_t widest_of(const std::vector<std::string>& cells) {
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, display_width(cell));
    return width;
}

/// As many columns as the page is wide, from `first` on; moves `first` behind them.
std::string page_block(const Table& table, std::size_t& first, const TextStyle& style) {
    std::vector<std::string> numbers{"", ""};
    for (std::size_t row = 0; row < table.rows; ++row) numbers.push_back(std::to_string(row + 1));
    std::vector<std::vector<std::string>> columns{numbers};
    std::vector<TextTable::Align> align{TextTable::Align::right};
    std::size_t used = widest_of(numbers);
    for (; first < table.columns.size(); ++first) {
        std::vector<std::string> cells = page_column(table, table.columns[first], style.cuts);
        used += 2 + widest_of(cells);
        if (used > style.table_width() && columns.size() > 1) break;
        columns.push_back(std::move(cells));
        const bool number = table.columns[first].schema.type == ColumnType::numeric;
        align.push_back(number ? TextTable::Align::right : TextTable::Align::left);
    }
    TextTable page(align);
    for (std::size_t line = 0; line < numbers.size(); ++line) {
        std::vector<std::string> cells;
        for (const auto& column : columns) cells.push_back(column[line]);
        page.add_row(std::move(cells));
    }
    return page.text(0, std::numeric_limits<std::size_t>::max());
}

}  // namespace

void write_table_page(const TableView& view, const TextStyle& style, const Spelling& spelling, const ByteSink& sink) {
    const Table& table = view.table;
    sink(fmt::format("{}: {}, {}\n", printable(view.source), counted(view.rows_in_file, "row"),
                     counted(table.columns.size(), "column")));
    for (std::size_t first = 0; first < table.columns.size();) sink('\n' + page_block(table, first, style));
    if (table.rows < view.rows_in_file)
        sink(fmt::format("\n… and {} ({} shows them)\n", counted(view.rows_in_file - table.rows, "more row"),
                         spelling({"head", "all"})));
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

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
