// treewright report: a page for a colleague, about a table and its tree, or about a saved model and rows.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/model_input.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/flags/plan_options.h"
#include "cli/flags/training_options.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/replaced.h"
#include "treewright/io/class_tables.h"
#include "treewright/io/read_labelled.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/page.h"
#include "treewright/report/report_page.h"
#include "treewright/training/model_options.h"

namespace treewright::cli {

namespace {

struct ReportRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    ReportOptions report;
    OutputOptions output;
    // of a table
    PlanOptions plan;
    TrainingFlags training;
    // of a model
    std::string model;
    EvaluationOptions evaluation;
    std::string costs;  ///< a file
};

void explain(ArgumentParser& parser) {
    parser.explain(
        "Writes one page of HTML that can be handed on: what the data are, the tree, how good it is on rows that were held out and how sure "
        "that is, what matters, calibration, rules, and how to repeat it. It loads nothing and holds no rows.");
    parser.explain(
        "'treewright report DATA --target COLUMN' trains a tree with the options of train and cross-validates it. 'treewright report MODEL "
        "DATA' is about a saved model, evaluated on the rows of DATA.");
}

void declare_page(ArgumentParser& parser, ReportRequest& request) {
    parser.group("The page");
    declare_output(parser, request.output, "save the page as an HTML file (-: print it)");
    parser.require("--output", [] { return std::string("it names the page, such as -o report.html"); });
    declare_field(parser, report_parameters(), "title", request.report);
}

void declare_for_table(ArgumentParser& parser, ReportRequest& request) {
    explain(parser);
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    declare_page(parser, request);
    declare_field(parser, report_parameters(), "learning-curve", request.report);
    declare_plan(parser, request.plan);
    declare_group(parser, request.target);
    declare_training_with_prune_folds(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("from a raw file to a page", "treewright report adult.csv --target income -o report.html");
    parser.example("a saved model on new rows", "treewright report adult.tree test.csv -o report.html");
}

void declare_for_model(ArgumentParser& parser, ReportRequest& request) {
    explain(parser);
    parser.positional("MODEL", "a tree or rule list, saved by 'treewright train … -o MODEL'", request.model);
    parser.positional("DATA", "a CSV, JSON, ARFF, Parquet or Arrow file with the target column; - reads standard input",
                      request.data);
    declare_page(parser, request);
    parser.group("Rows and metrics");
    declare_weight(parser, request.target);
    for (const char* name : {"unknown-labels", "positive", "interval", "repeats"})
        declare_field(parser, evaluation_parameters(), name, request.evaluation);
    declare_parameter(parser, parameter_in(evaluation_parameters(), "costs"),
                      [&request](const std::string& text) { request.costs = text; });
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("a saved model on new rows", "treewright report adult.tree test.csv -o report.html");
}

void check_page(const ReportRequest& request, std::vector<std::string> inputs) {
    if (request.common.json) throw usage_error("a report is a page of HTML: 'cv', 'evaluate' and 'show' have --json");
    inputs.push_back(request.data);
    check_name(request.output, "HTML");
    check_output(request.output, inputs);
}

/// Sentences about files name them as they were given, with their folders, which are nobody's business but the user's.
Messages without_folders(const Messages& messages, const std::vector<std::string>& paths) {
    Messages result;
    for (Message message : messages.list()) {
        for (const std::string& path : paths) {
            if (path.empty() || path == "-") continue;
            message.text = replaced(message.text, path, without_folder(path));
            message.sentence = replaced(message.sentence, path, without_folder(path));
        }
        result.add(std::move(message));
    }
    return result;
}

void write_page(const ReportRequest& request, ReportFindings findings, Console& console) {
    console.print_messages();
    std::vector<std::string> paths = files_of(request.training);
    paths.insert(paths.end(), {request.data, request.model, request.costs});
    findings.remarks = without_folders(findings.remarks, paths);
    OutputFile out(request.output, console);
    out.write(report_html(findings, command_line_spelling));
    out.commit();
    if (!request.output.to_file()) return;
    console.print(report_summary(findings) + "\n" + file_line("page", request.output));
}

// --- of a table ---------------------------------------------------------------------------------------------------------------

void report_on_table(const Arguments& arguments, Console& console) {
    ReportRequest request;
    ArgumentParser parser("report", "write a page about a table and its tree, or about a model and rows");
    declare_for_table(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    const ResamplingPlan plan = plan_of(request.plan, request.common.seed);
    check_page(request, files_of(request.training));
    if (plan.scheme == Scheme::leave_one_out)
        refuse_leave_one_out(!request.target.group.empty(), request.training.options.prune.method);
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;
    const Run run = console.run(request.common.threads);
    const auto set = std::make_shared<const TrainingSet>(read_training_set(request.data, request.read, request.target, run));
    console.print_messages();
    const auto validation = read_validation(request.training, request.target, request.read, *set, run);
    const Learner learner = learner_to_validate(set, request.training.options, plan, run, validation);
    console.print_messages();
    ReportFindings findings = study_table(learner, plan, request.report, run);
    findings.weight = request.target.weight;
    write_page(request, std::move(findings), console);
}

// --- of a model ---------------------------------------------------------------------------------------------------------------

void report_on_model(const Arguments& arguments, Console& console) {
    ReportRequest request;
    ArgumentParser parser("report", "write a page about a saved model and how good it is on the rows of a file");
    declare_for_model(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_page(request, {request.model, request.costs});
    refuse_idle_meaning(request.target.weight, request.target.weights_are);
    request.evaluation.intervals.seed = request.common.seed;
    AnyModel model = load_model_for(request.model, request.data, "report");
    const Run run = console.run(request.common.threads);
    std::optional<CostTable> costs;
    if (!request.costs.empty()) costs = read_costs(request.costs, console.progress());
    LabelledFile file{request.data, request.target.weight, request.target.weights_are, request.evaluation.unknown,
                      "--unknown-labels drop leaves such rows out"};
    file.needed = AnyPredictor::borrowing(model).uses_feature();
    TrainingSet rows = read_labelled(file, schema_of(model), request.read, run);
    EvaluationOptions options = with_costs(request.evaluation, model, costs);
    const EvaluationNames names{without_folder(file_name(request.model)), without_folder(file_name(request.data)), request.target.weight};
    write_page(request, study_model(std::move(model), std::move(rows), std::move(options), names, request.report, run), console);
}

/// `report MODEL DATA`: a model among the arguments, or a file behind what should be one.
bool names_a_model(const Arguments& arguments) {
    const bool has_two = arguments.size() >= 2 && !arguments[0].starts_with('-') && std::filesystem::exists(arguments[1]);
    return has_two || std::ranges::any_of(arguments, is_model_file);
}

}  // namespace

void run_report(const Arguments& arguments, Console& console) {
    if (names_a_model(arguments))
        report_on_model(arguments, console);
    else
        report_on_table(arguments, console);
}

}  // namespace treewright::cli
