// treewright describe: the columns of a file and their association with a target.
#include <fmt/format.h>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/data/row_filter.h"
#include "treewright/io/read_table.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/description.h"

namespace treewright::cli {

namespace {

struct DescribeRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    DescribeOptions questions;
};

void declare(ArgumentParser& parser, DescribeRequest& request) {
    parser.explain(
        "Lists the columns with their types, missing values and ranges, and marks those that look like an identifier or a "
        "constant.");
    parser.explain(
        "With --target, also shows how informative each column is by itself: the mutual information (information gain) of a "
        "category with one branch per level, and of a number with its best threshold; for a numeric target, the variance "
        "explained.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    declare_target(parser, request.target);
    declare_fields(parser, describe_parameters(), request.questions);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("first look", "treewright describe titanic.csv");
    parser.example("a textbook's threshold table", "treewright describe golf.csv --target Play --at Humidity=60,65,70");
    parser.example("the same under a branch", "treewright describe golf.csv --target Play --where Outlook=sunny");
}

TargetGains find_gains(const DescribeRequest& request, Table table, Console& console) {
    return target_gains(std::move(table), prepare_options(request.data, request.read, request.target), request.questions.at,
                        console.run(request.common.threads));
}

DescriptionStyle style_of(const DescribeRequest& request, const TableDescription& description, const Console& console) {
    const std::string target = description.gains ? description.gains->set.target.schema.name : "";
    std::string where;
    for (const RowCondition& each : request.questions.where)
        where += fmt::format("{}{} = {}", where.empty() ? " where " : " and ", each.column, each.level);
    return {fmt::format("{}: {}{}", file_name(request.data), counted(description.rows, "row"), where),
            !request.target.weight.empty(), console.style(), command_line_spelling, target};
}

}  // namespace

void run_describe(const Arguments& arguments, Console& console) {
    DescribeRequest request;
    ArgumentParser parser("describe", "summarise the columns of a file and their association with a target");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.target.target.empty() &&
        (!request.questions.at.empty() || parser.given("--weight") || parser.given("--weights-are") || parser.given("--task")))
        throw usage_error("--at, --weight and --task need a target: add --target COLUMN");

    request.read.may_be_empty = request.target.target.empty();
    Table table = read_table(request.data, request.read, console.run(request.common.threads));
    for (const RowCondition& each : request.questions.where)
        keep_rows_where(table, each.column, each.level, file_name(request.data));
    TableDescription description = describe(table);
    if (!request.target.target.empty()) description.gains = find_gains(request, std::move(table), console);
    console.print_messages();
    console.print(request.common.json ? description_json(description, request.data)
                                      : description_text(description, style_of(request, description, console)));
}

}  // namespace treewright::cli
