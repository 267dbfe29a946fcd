// treewright evaluate: how good a saved model is on rows whose answer is known.
#include <fmt/format.h>

#include <optional>

#include "cli/flags/class_tables.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/evaluation/evaluate.h"
#include "treewright/io/read_labelled.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/report/page.h"
#include "treewright/training/class_terms.h"

namespace treewright::cli {

namespace {

struct EvaluateRequest {
    CommonOptions common;
    std::string model;
    std::string data;
    std::string weight;
    WeightMeaning meaning = WeightMeaning::rows;
    UnknownLabels unknown = UnknownLabels::refuse;
    std::string positive;
    std::string costs;
    IntervalPlan intervals;
    bool importance = false;
    std::size_t repeats = 10;
    bool csv = false;
    std::string calibration;
    ReadOptions read;
    OutputOptions output;
};

/// One of two words; a usage `Error` for any other.
bool is_second(const std::string& option, const std::string& text, const std::string& first, const std::string& second) {
    if (text != first && text != second)
        throw usage_error(fmt::format("{} cannot be '{}': it is one of {}, {}", option, text, first, second));
    return text == second;
}

void declare_rows(ArgumentParser& parser, EvaluateRequest& request) {
    parser.group("Which rows count");
    parser.text("--weight", "COLUMN", "a column of weights: weight 3 counts as three equal rows", request.weight);
    parser.option({"--weights-are", "rows|importance",
                   "importance: intervals count (sum of weights)² / (sum of their squares) rows [rows]", Times::once},
                  [&request](const std::string& text) {
                      request.meaning = is_second("--weights-are", text, "rows", "importance") ? WeightMeaning::importance
                                                                                               : WeightMeaning::rows;
                  });
    parser.option({"--unknown-labels", "refuse|drop", "what becomes of rows of a class that the model does not know [refuse]",
                   Times::once},
                  [&request](const std::string& text) {
                      request.unknown =
                          is_second("--unknown-labels", text, "refuse", "drop") ? UnknownLabels::drop : UnknownLabels::refuse;
                  });
}

void declare_figures(ArgumentParser& parser, EvaluateRequest& request) {
    parser.group("Which figures");
    parser.text("--positive", "CLASS", "two classes: whose AUC and calibration it is [the rarer one of the training table]",
                request.positive);
    parser.text("--costs", "FILE",
                "a CSV of what each mistake costs: a row a true class, a column a predicted one [those of training]",
                request.costs);
    parser.option(
        {"--interval", "wilson|exact", "how shares get their interval; exact is Clopper and Pearson's [wilson]", Times::once},
        [&request](const std::string& text) {
            request.intervals.exact_shares = is_second("--interval", text, "wilson", "exact");
        });
    parser.flag("--importance", "also: how much worse the model gets when a column is shuffled", request.importance);
    parser.option({"--repeats", "N", "so many shuffles a column, for --importance [10]", Times::once},
                  [&request](const std::string& text) { request.repeats = whole_number("--repeats", text, 1, 1000); });
}

void declare(ArgumentParser& parser, EvaluateRequest& request) {
    parser.explain(
        "Predicts the rows of DATA and compares with what they hold. Give rows that training has not seen: on its own rows a "
        "tree always looks good. Every figure has a 95 % interval, which says how far the number of rows leaves it open, and "
        "stands beside a baseline that looks at no feature.");
    parser.explain(
        "Classes: accuracy, precision (of the rows that it calls X, how many are), recall (of the rows that are X, how many it "
        "finds), F1 (both in one), AUC (how often a row of the class ranks above another; 0.5 is chance), log loss and Brier "
        "score (how good the probabilities are; less is better), cost, calibration. Numbers: root mean squared error, mean "
        "absolute error, R² (1 is perfect, 0 no better than the mean).");
    parser.positional("MODEL", "a tree or a list of rules, made by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file with the target; - is standard input", request.data);
    declare_rows(parser, request);
    declare_figures(parser, request);
    parser.group("Results");
    parser.flag("--csv", "a line a figure instead of text", request.csv);
    parser.text("--calibration", "FILE.svg", "draw the calibration table", request.calibration);
    declare_output(parser, request.output, "write to FILE instead of standard output");
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("how good is it?", "treewright evaluate adult.tree test.csv");
    parser.example("which columns does it need?", "treewright evaluate adult.tree test.csv --importance");
    parser.example("for a spreadsheet", "treewright evaluate adult.tree test.csv --csv -o figures.csv");
}

/// The costs of the options, or those the model was trained with; empty without any.
CostMatrix costs_for(const EvaluateRequest& request, const AnyModel& model, Progress& progress) {
    const Schema& schema = schema_of(model);
    if (request.costs.empty()) return trained_costs(schema, options_of(model));
    if (schema.task() == Task::regression)
        throw input_error(fmt::format("--costs is for classes, and '{}' is a number", schema.target.name));
    return cost_matrix(schema.target, read_costs(request.costs, progress));
}

/// Columns are shuffled as a whole, so that the importance needs all rows at once. Without it they are read in batches.
void add_rows(const EvaluateRequest& request, const Schema& schema, Evaluator& evaluator, std::optional<TrainingSet>& whole,
              Console& console) {
    const LabelledFile file{request.data, request.weight, request.unknown, "--unknown-labels drop leaves such rows out"};
    const Threads threads(request.common.threads);
    if (request.importance) {
        whole = read_labelled(file, schema, request.read, console.messages(), console.progress());
        return evaluator.add(*whole, threads);
    }
    LabelledBatches batches(file, schema, request.read, console.messages(), console.progress());
    for (TrainingSet batch; batches.next(batch);) evaluator.add(batch, threads);
    batches.finish(console.messages());
}

void warn_of_small_weights(const EvaluateRequest& request, const Evaluator& evaluator, Console& console) {
    if (const std::optional<double> total = evaluator.small_weights())
        console.messages().warn(
            fmt::format("the weights in '{}' add up to {:.3g} for {} rows, and a weight counts as a number of rows: if they "
                        "are not, say --weights-are importance",
                        request.weight, *total, evaluator.rows()));
}

EvaluationResult evaluate_file(const EvaluateRequest& request, const AnyModel& model, Console& console) {
    Evaluator evaluator(AnyPredictor::borrowing(model),
                        {request.meaning, request.intervals, costs_for(request, model, console.progress()), request.positive});
    std::optional<TrainingSet> whole;
    add_rows(request, schema_of(model), evaluator, whole, console);
    warn_of_small_weights(request, evaluator, console);
    console.tell();
    EvaluationResult result = evaluator.result();
    result.model = request.model;
    result.data = file_name(request.data);
    if (result.looks_like_training)
        console.messages().warn(
            fmt::format("{} seems to hold the rows that the model was trained on: each leaf has just what it had in training; "
                        "on other rows expect worse",
                        result.data));
    if (whole) {
        result.repeats = request.repeats;
        result.importance = evaluator.importance(*whole, request.repeats, console.run(request.common.threads));
    }
    return result;
}

void check_request(const EvaluateRequest& request, const ArgumentParser& parser) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    if (parser.given("--repeats") && !request.importance)
        throw usage_error("--repeats is a number of shuffles: add --importance, or leave it out");
    if (parser.given("--weights-are") && request.weight.empty())
        throw usage_error("--weights-are says what weights mean: add --weight COLUMN, or leave it out");
    if (request.common.json || request.csv) check_name(request.output, request.common.json ? "JSON" : "CSV");
    check_output(request.output, {request.model, request.data, request.costs});
    check_name({request.calibration}, "SVG");
    check_output({request.calibration, request.output.force}, {request.model, request.data, request.costs});
    if (!request.calibration.empty() && request.calibration == request.output.path)
        throw usage_error("--calibration and --output name the same file: give each its own");
}

void write_file(const OutputOptions& output, const std::string& text, Console& console) {
    OutputFile file(output, console);
    file.write(text);
    file.commit();
}

}  // namespace

void run_evaluate(const Arguments& arguments, Console& console) {
    EvaluateRequest request;
    ArgumentParser parser("evaluate", "how good a saved model is on rows whose answer is known");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_request(request, parser);
    request.read.threads = request.common.threads;
    request.intervals.seed = request.common.seed;
    const AnyModel model = load_any_model(request.model);
    if (!request.calibration.empty() && schema_of(model).task() == Task::regression)
        throw input_error(
            fmt::format("--calibration is about probabilities, and '{}' is a number", schema_of(model).target.name));
    const EvaluationResult result = evaluate_file(request, model, console);
    console.tell();
    if (!request.calibration.empty()) write_file({request.calibration, request.output.force}, calibration_svg(result), console);
    const std::string drawing = request.calibration.empty() ? "" : "\n" + summary_line("drawing", request.calibration);
    write_file(request.output,
               request.common.json ? evaluation_json(result)
               : request.csv       ? evaluation_csv(result)
                                   : evaluation_text(result, command_line_spelling) + drawing,
               console);
}

}  // namespace treewright::cli
