// treewright explain: how a model arrives at its prediction for one row.
#include <fmt/format.h>

#include <limits>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/model_input.h"
#include "cli/verbs.h"
#include "treewright/export/display.h"
#include "treewright/export/explain_text.h"
#include "treewright/export/rule_explanation.h"
#include "treewright/prediction/any_model.h"

namespace treewright::cli {

namespace {

struct ExplainRequest {
    CommonOptions common;
    std::string model;
    std::string data;
    ReadOptions read;
    std::size_t row = 1;
};

void declare(ArgumentParser& parser, ExplainRequest& request) {
    parser.explain(
        "Prints the path from the root to the leaf: each question, the row's answer, the training rows that went the same way, "
        "and at the end the prediction with its confidence. For a rule list: the rules that were tried, the condition at which "
        "each of them failed, and the one that fired.");
    parser.positional("MODEL", "a model file, saved by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    parser.group("Which row");
    parser.option({"--row", "N", "number of the row in DATA, from 1, not counting the header", Times::once},
                  [&request](const std::string& text) {
                      request.row = whole_number("--row", text, 1, std::numeric_limits<std::uint64_t>::max());
                  });
    parser.require("--row");
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("why this prediction for the third row?", "treewright explain adult.tree new.csv --row 3");
}

template <class AModel>
std::string explanation_json(const ExplainRequest& request, const AModel& model, const SchemaRows& one) {
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_object();
    json.member("row", request.row);
    if (one.has_lines) json.member("line", one.lines[0]);
    json.key("explanation");
    write_explanation(json, model, one.features, 0);
    json.end_object();
    return text + "\n";
}

std::string heading(const ExplainRequest& request, const SchemaRows& one) {
    const std::string line = one.has_lines ? fmt::format(" (line {})", one.lines[0]) : "";
    return fmt::format("{}, row {}{}\n\n", printable(file_name(request.data)), request.row, line);
}

}  // namespace

void run_explain(const Arguments& arguments, Console& console) {
    ExplainRequest request;
    ArgumentParser parser("explain", "show how a model arrives at its prediction for one row");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;

    const AnyPredictor predictor(load_model_for(request.model, request.data, "explain"));
    Messages about_other_rows;  // the explanation itself says what is missing or unseen in this one
    const SchemaRows rows =
        read_by_schema(request.data, predictor.schema(), request.read, {},
                       {Threads(request.common.threads), console.progress(), about_other_rows}, predictor.uses_feature());
    const SchemaRows one = single_row(rows, request.row, request.data);
    refuse_unknown_values(predictor, one, request.data);
    const auto explain = [&](const auto& tree_or_list) {
        if (request.common.json)
            console.print(explanation_json(request, tree_or_list, one));
        else
            console.print(heading(request, one) + explain_text(tree_or_list, one.features, 0, console.style()));
    };
    std::visit(explain, predictor.model());
}

}  // namespace treewright::cli
