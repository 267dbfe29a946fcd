// treewright verify: an export replayed on its real consumer.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <optional>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/targets.h"
#include "treewright/io/read_by_schema.h"
#include "treewright/prediction/any_model.h"
#include "treewright/prediction/any_predictor.h"
#include "treewright/report/verification_report.h"
#include "treewright/verification/verify.h"

namespace treewright::cli {

namespace {

struct VerifyRequest {
    CommonOptions common;
    std::string model;
    ExportFile file;
    std::string data;
    VerifyOptions options;
    ReadOptions read;
    OutputOptions output;
    OutputOptions rows = {{}, false, "--save-rows"};
};

void declare_export_options(ArgumentParser& parser, VerifyRequest& request) {
    parser.group("The export (found out where it is not given)");
    parser.text("--to", "TARGET", "what it was exported to", request.file.target);
    for (const ParameterOf<ExportOptions>& parameter : export_parameters())
        declare_parameter(parser, parameter, [&parameter, &request](const std::string& text) {
            parameter.add(request.file.options, text);
            request.file.given.emplace(parameter.name);
        });
}

void declare(ArgumentParser& parser, VerifyRequest& request) {
    parser.explain(
        "Runs an export on its real consumer (a compiler, an interpreter, a database, a runtime) and compares its answers with those of the "
        "model: the label, the leaf and every bit of the probabilities. The rows are made from the tree: every leaf, each threshold and the "
        "numbers next to it, missing, unseen and extreme values. The exit code is 4 if an answer differs.");
    parser.explain(
        "It runs code: only if the file is, byte by byte, what the model exports now, or with --trust. Programs run in a temporary folder "
        "that is removed.");
    parser.positional("MODEL", "a tree, saved by 'treewright train … -o MODEL'", request.model);
    parser.positional("EXPORT", "a file, written by 'treewright export MODEL … -o EXPORT'", request.file.name);
    declare_export_options(parser, request);
    parser.group("The replay");
    parser.text("--data", "FILE", "rows to replay, too: a CSV, JSON, ARFF, Parquet or Arrow file", request.data);
    declare_fields(parser, verify_parameters(), request.options);
    parser.group("Results");
    parser.text("--save-rows", "FILE", "also save the rows that are made from the tree, as CSV", request.rows.path);
    declare_output(parser, request.output, "write the record to FILE instead of standard output");
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("a C header", "treewright verify adult.tree adult.h --data adult.csv");
    parser.example("a record to keep", "treewright verify adult.tree adult.onnx --json -o adult.verified.json");
}

std::string whole_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file.good() && !file.eof()) throw input_error(path + ": it cannot be read: give the file of an export");
    return bytes;
}

/// The features by the model's schema; none without --data.
std::optional<Table> rows_of_user(const VerifyRequest& request, const Model& model, Console& console) {
    if (request.data.empty()) return std::nullopt;
    const AnyModel any = model;
    const std::vector<bool> needed = AnyPredictor::borrowing(any).uses_feature();
    SchemaRows rows = read_by_schema(request.data, model.schema, request.read, {}, console.run(request.common.threads), needed);
    return std::move(rows.features);
}

/// For other tests of the same tree.
void save_rows(const VerifyRequest& request, const Model& model, Console& console) {
    if (request.rows.path.empty()) return;
    OutputFile out(request.rows, console);
    write_csv(named_probe_rows(model, {.rows = request.options.probe_rows}), [&out](std::string_view bytes) { out.write(bytes); });
    out.commit();
}

}  // namespace

void run_verify(const Arguments& arguments, Console& console) {
    VerifyRequest request;
    ArgumentParser parser("verify", "replay an export on its real consumer and compare the answers");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (!request.file.target.empty()) (void)export_target(request.file.target);
    if (request.common.json) check_name(request.output, "JSON");
    check_output(request.output, {request.model, request.file.name, request.data});
    request.rows.force = request.output.force;
    check_name(request.rows, "CSV");
    check_output(request.rows, {request.model, request.file.name, request.data});
    const AnyModel model = load_any_model(request.model);
    const auto* tree = std::get_if<Model>(&model);
    if (tree == nullptr) throw input_error(fmt::format("{} holds a rule list: 'verify' is for trees", request.model));
    request.file.bytes = whole_file(request.file.name);
    const std::optional<Table> data = rows_of_user(request, *tree, console);
    const VerificationResult result =
        verify_export(*tree, request.file, data ? &*data : nullptr, request.options, console.run(request.common.threads));
    console.print_messages();
    save_rows(request, *tree, console);
    const VerifiedFiles files{request.model, request.file.name, request.data};
    OutputFile out(request.output, console);
    out.write(request.common.json ? verification_json(result, files) : verification_text(result, files));
    out.commit();
    if (!result.passed()) throw FailedCheck();
}

}  // namespace treewright::cli
