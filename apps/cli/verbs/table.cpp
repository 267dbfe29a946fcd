// treewright table: the rows as they were understood.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "cli/column_words.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/io/read_table.h"
#include "treewright/io/write_csv.h"

namespace treewright::cli {

namespace {

constexpr std::size_t rows_on_a_page = 20;
constexpr std::size_t widest_cell = 24;

struct TableRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    OutputOptions output;
    std::optional<std::size_t> head;
    bool csv = false;
};

void declare(ArgumentParser& parser, TableRequest& request) {
    parser.explain(
        "Prints the first rows with the type of each column, so that you can see whether the file was understood. A dot is a "
        "missing value.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    parser.group("What to show");
    parser.option({"--head", "N|all", "the first N rows [20; with --csv and --json all]", Times::once},
                  [&request](const std::string& text) {
                      const std::size_t most = std::numeric_limits<std::size_t>::max();
                      request.head = text == "all" ? most : whole_number("--head", text, 0, most);
                  });
    parser.flag("--csv", "write a clean CSV: commas, one header, ISO dates, empty fields for missing values", request.csv);
    declare_output(parser, request.output, "write to FILE instead of standard output");
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("is this what I meant?", "treewright table messy.csv --head 20");
    parser.example("mend a file", "treewright table messy.txt --delimiter bar --na -999 --csv -o clean.csv");
}

void cut(Table& table, std::size_t rows) {
    if (rows >= table.rows) return;
    table.rows = rows;
    for (Column& column : table.columns) {
        if (column.has_values())
            column.values.own().resize(rows);
        else
            column.codes.resize(rows);
    }
}

void write_json(const Table& table, std::size_t rows_in_file, OutputFile& out) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("rows", rows_in_file);
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
        out.write(std::exchange(text, {}));
    }
    json.end_array();
    json.end_object();
    out.write(text + "\n");
}

/// One column of the page: its name, its type, its cells.
std::vector<std::string> page_column(const Column& column, std::size_t rows) {
    std::vector<std::string> cells{shortened(shown_name(std::string_view(column.schema.name)), widest_cell),
                                   std::string(type_word(column.schema.type))};
    for (std::size_t row = 0; row < rows; ++row) cells.push_back(shortened(cell_text(column, row), widest_cell));
    return cells;
}

std::size_t width_of(const std::vector<std::string>& cells) {
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, display_width(cell));
    return width;
}

/// As many columns as the page is wide, from `first` on; moves `first` behind them.
std::string page_block(const Table& table, std::size_t& first, std::size_t width) {
    std::vector<std::string> numbers{"", ""};
    for (std::size_t row = 0; row < table.rows; ++row) numbers.push_back(std::to_string(row + 1));
    std::vector<std::vector<std::string>> columns{numbers};
    std::vector<TextTable::Align> align{TextTable::Align::right};
    std::size_t used = width_of(numbers);
    for (; first < table.columns.size(); ++first) {
        std::vector<std::string> cells = page_column(table.columns[first], table.rows);
        used += 2 + width_of(cells);
        if (used > width && columns.size() > 1) break;
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

void write_page(const TableRequest& request, const Table& table, std::size_t rows_in_file, const TextStyle& style,
                OutputFile& out) {
    out.write(fmt::format("{}: {}, {}\n", file_name(request.data), counted_noun(rows_in_file, "row"),
                          counted_noun(table.columns.size(), "column")));
    for (std::size_t first = 0; first < table.columns.size();) out.write('\n' + page_block(table, first, style.width));
    if (table.rows < rows_in_file)
        out.write(fmt::format("\n… and {} (--head all shows them)\n", counted_noun(rows_in_file - table.rows, "more row")));
}

}  // namespace

void run_table(const Arguments& arguments, Console& console) {
    TableRequest request;
    ArgumentParser parser("table", "the rows of a file as they were understood");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.read.threads = request.common.threads;
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    if (request.csv) check_name(request.output, "CSV");
    check_output(request.output, {request.data});

    Table table = read_table(request.data, request.read, console.messages(), console.progress());
    console.tell();
    const std::size_t rows_in_file = table.rows;
    const bool page = !request.csv && !request.common.json;
    cut(table, request.head.value_or(page ? rows_on_a_page : rows_in_file));
    OutputFile out(request.output, console);
    if (request.csv)
        write_csv(table, [&out](std::string_view bytes) { out.write(bytes); });
    else if (request.common.json)
        write_json(table, rows_in_file, out);
    else
        write_page(request, table, rows_in_file, console.style(), out);
    out.commit();
}

}  // namespace treewright::cli
