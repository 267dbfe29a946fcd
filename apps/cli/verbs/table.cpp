// treewright table: the rows as they were parsed.
#include <limits>
#include <optional>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/data/csv_writer.h"
#include "treewright/data/row_filter.h"
#include "treewright/io/read_table.h"
#include "treewright/report/table_report.h"

namespace treewright::cli {

namespace {

constexpr std::size_t rows_per_page = 20;

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
        "Prints the first rows with the type of each column, so that you can check how the file was parsed. A dot is a missing "
        "value.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    parser.group("Output");
    parser.option({"--head", "N|all", "number of rows to print [20; with --csv and --json all]", Times::once},
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
    parser.example("clean a file", "treewright table messy.txt --delimiter bar --na -999 --csv -o clean.csv");
}

}  // namespace

void run_table(const Arguments& arguments, Console& console) {
    TableRequest request;
    ArgumentParser parser("table", "show the rows of a file as they were parsed");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.csv && request.common.json) throw usage_error("--csv and --json are two formats: choose one");
    if (request.csv) check_name(request.output, "CSV");
    check_output(request.output, {request.data});

    request.read.may_be_empty = true;
    Table table = read_table(request.data, request.read, console.run(request.common.threads));
    console.print_messages();
    const std::size_t rows_in_file = table.rows;
    const bool page = !request.csv && !request.common.json;
    keep_first_rows(table, request.head.value_or(page ? rows_per_page : rows_in_file));
    const TableView view{table, file_name(request.data), rows_in_file};
    OutputFile out(request.output, console);
    const ByteSink sink = [&out](std::string_view bytes) { out.write(bytes); };
    if (request.csv)
        write_csv(table, sink);
    else if (request.common.json)
        write_table_json(view, sink);
    else
        write_table_page(view, console.style(), command_line_spelling, sink);
    out.commit();
}

}  // namespace treewright::cli
