// treewright evaluate: metrics of a saved model on labelled rows.
#include <fmt/format.h>

#include <optional>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/model_input.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/io/class_tables.h"
#include "treewright/io/read_labelled.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/training/model_options.h"

namespace treewright::cli {

namespace {

struct EvaluateRequest {
    CommonOptions common;
    std::string model;
    std::string data;
    TargetOptions target;  ///< only the weights
    EvaluationOptions options;
    std::string costs;  ///< a file
    bool csv = false;
    std::string calibration;
    OutputOptions html = {{}, false, "--html"};
    ReadOptions read;
    OutputOptions output;
};

void declare_rows(ArgumentParser& parser, EvaluateRequest& request) {
    parser.group("Rows and weights");
    declare_weight(parser, request.target);
    declare_field(parser, evaluation_parameters(), "unknown-labels", request.options);
}

void declare_figures(ArgumentParser& parser, EvaluateRequest& request) {
    parser.group("Metrics");
    declare_field(parser, evaluation_parameters(), "positive", request.options);
    declare_parameter(parser, parameter_in(evaluation_parameters(), "costs"),
                      [&request](const std::string& text) { request.costs = text; });
    for (const char* name : {"interval", "importance", "repeats"})
        declare_field(parser, evaluation_parameters(), name, request.options);
}

void declare(ArgumentParser& parser, EvaluateRequest& request) {
    parser.explain(
        "Predicts the rows of DATA and compares the predictions with the labels. Use rows that were not used for training: on "
        "its own training rows a tree always looks good. Every metric comes with a 95 % confidence interval and with the value "
        "of a baseline that uses no feature.");
    parser.explain(
        "Classes: accuracy, precision (of the rows predicted as X, how many are X), recall (of the rows that are X, how many "
        "are found), F1 (harmonic mean of both), AUC (how often a row of the class ranks above another; 0.5 is chance), log "
        "loss and Brier score (how good the probabilities are; lower is better), cost, calibration. Numbers: root mean squared "
        "error, mean absolute error, R² (1 is perfect, 0 no better than the mean).");
    parser.positional("MODEL", "a tree or rule list, saved by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA", "a CSV, JSON, ARFF, Parquet or Arrow file with the target column; - reads standard input",
                      request.data);
    declare_rows(parser, request);
    declare_figures(parser, request);
    parser.group("Results");
    parser.flag("--csv", "print CSV instead of text, one line per metric", request.csv);
    parser.text("--calibration", "FILE.svg", "draw the calibration curve", request.calibration);
    parser.text("--html", "FILE", "also save the report as a page of HTML", request.html.path);
    declare_output(parser, request.output, "write to FILE instead of standard output");
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("how good is it?", "treewright evaluate adult.tree test.csv");
    parser.example("which columns does it need?", "treewright evaluate adult.tree test.csv --importance");
    parser.example("for a spreadsheet", "treewright evaluate adult.tree test.csv --csv -o figures.csv");
}

/// Columns are shuffled as a whole, so that the importance needs all rows at once. Without it they are read in batches.
void add_rows(const EvaluateRequest& request, const AnyModel& model, Evaluator& evaluator, std::optional<TrainingSet>& whole,
              Console& console) {
    LabelledFile file{request.data, request.target.weight, request.target.weights_are, request.options.unknown,
                      "--unknown-labels drop leaves such rows out"};
    file.needed = AnyPredictor::borrowing(model).uses_feature();
    const Schema& schema = schema_of(model);
    const Threads threads(request.common.threads);
    if (request.options.importance) {
        whole = read_labelled(file, schema, request.read, console.run(request.common.threads));
        return evaluator.add(*whole, threads);
    }
    LabelledBatches batches(file, schema, request.read, console.run(request.common.threads));
    for (TrainingSet batch; batches.next(batch);) evaluator.add(batch, threads);
    batches.finish(console.messages());
}

EvaluationResult evaluate_file(const EvaluateRequest& request, const AnyModel& model, Console& console) {
    std::optional<CostTable> costs;
    if (!request.costs.empty()) costs = read_costs(request.costs, console.progress());
    Evaluator evaluator(AnyPredictor::borrowing(model), with_costs(request.options, model, costs));
    std::optional<TrainingSet> whole;
    add_rows(request, model, evaluator, whole, console);
    console.print_messages();
    return evaluator.finish({request.model, file_name(request.data), request.target.weight}, whole ? &*whole : nullptr,
                            console.run(request.common.threads));
}

void check_request(const EvaluateRequest& request, const ArgumentParser& parser) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json are two formats: choose one");
    if (parser.given("--repeats") && !request.options.importance)
        throw usage_error("--repeats is only used by --importance: add that, or leave it out");
    refuse_idle_meaning(request.target.weight, request.target.weights_are);
    if (request.common.json || request.csv) check_name(request.output, request.common.json ? "JSON" : "CSV");
    check_output(request.output, {request.model, request.data, request.costs});
    check_name(request.html, "HTML");
    check_output({request.html.path, request.output.force, "--html"}, {request.model, request.data, request.costs});
    check_name({request.calibration}, "SVG");
    check_output({request.calibration, request.output.force}, {request.model, request.data, request.costs});
    if (!request.calibration.empty() && request.calibration == request.output.path)
        throw usage_error("--calibration and --output name the same file: give each its own");
}

std::string formatted(const EvaluateRequest& request, const EvaluationResult& result) {
    if (request.common.json) return evaluation_json(result);
    if (request.csv) return evaluation_csv(result);
    const std::string files = file_line("drawing", {request.calibration}) + file_line("page", request.html);
    return evaluation_text(result, command_line_spelling) + (files.empty() ? "" : "\n") + files;
}

void write_result(const EvaluateRequest& request, const EvaluationResult& result, Console& console) {
    const std::string text = formatted(request, result);
    write_file({request.html.path, request.output.force}, evaluation_html(result, command_line_spelling), console);
    OutputFile out(request.output, console);
    if (request.calibration.empty()) {
        out.write(text);
        return out.commit();
    }
    OutputFile drawing({request.calibration, request.output.force}, console);
    drawing.write(calibration_svg(result));
    if (!request.output.to_file()) drawing.commit();  // what is printed says that it is there
    out.write(text);
    if (request.output.to_file()) OutputFile::commit_both(drawing, out);
}

}  // namespace

void run_evaluate(const Arguments& arguments, Console& console) {
    EvaluateRequest request;
    ArgumentParser parser("evaluate", "evaluate a saved model on labelled rows");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_request(request, parser);
    request.options.intervals.seed = request.common.seed;
    const AnyModel model = load_model_for(request.model, request.data, "evaluate");
    if (!request.calibration.empty() && schema_of(model).task() == Task::regression)
        throw input_error(fmt::format("--calibration is for class probabilities, but the target '{}' is a number",
                                      schema_of(model).target.name));
    const EvaluationResult result = evaluate_file(request, model, console);
    console.print_messages();
    write_result(request, result, console);
}

}  // namespace treewright::cli
