// treewright cv: cross-validation and tuning of a learner.
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/flags/plan_options.h"
#include "cli/flags/training_options.h"
#include "cli/train_command.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/cv_report.h"
#include "treewright/report/tune_report.h"

namespace treewright::cli {

namespace {

struct CvRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    PlanOptions plan;
    TrainingFlags training;
    OutputOptions predictions = {{}, false, "--predictions"};
    OutputOptions html = {{}, false, "--html"};
    bool csv = false;
    TuneOptions tuning;
    Arguments arguments = {};  ///< as they were given, for the command that trains with what was chosen
};

void declare(ArgumentParser& parser, CvRequest& request) {
    parser.explain(
        "Estimates how well a learner predicts new rows: holds out one fold after the other, trains on the other rows as "
        "'treewright train' would, and scores the out-of-fold predictions. The options of the learner are those of train, "
        "pruning included. The same rows and the same seed give the same folds, in any order of the rows.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    declare_plan(parser, request.plan);
    declare_group(parser, request.target);
    parser.group("Tuning");
    declare_fields(parser, tune_parameters(), request.tuning);
    parser.group("Results");
    parser.flag("--csv",
                "print the scores of each fold as CSV; with --leave-one-out the influence of each row, with --tune the grid",
                request.csv);
    parser.text("--predictions", "FILE", "write the out-of-fold predictions as CSV", request.predictions.path);
    parser.text("--html", "FILE", "also save the report as a page of HTML", request.html.path);
    parser.flag("--force", "overwrite FILE if it exists", request.predictions.force);
    declare_training_with_prune_folds(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("ten folds, five times", "treewright cv adult.csv --target income --repeats 5");
    parser.example("thirty random splits", "treewright cv adult.csv --target income --holdout 0.3 --repeats 30");
    parser.example("the best depth, and what that choice is worth",
                   "treewright cv adult.csv --target income --tune max-depth=2..12 --nested");
    parser.example("a small table, row by row", "treewright cv golf.csv --target Play --leave-one-out");
}

// --- the work -------------------------------------------------------------------------------------------------------------------

void refuse_contradictions(const CvRequest& request, const ResamplingPlan& plan) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json are two formats: choose one");
    check_tuning(request.tuning, request.training.settings, plan);
    if (plan.scheme == Scheme::leave_one_out)
        refuse_leave_one_out(!request.target.group.empty(), request.training.options.prune.method);
}

void write_predictions(const CvRequest& request, const CvResult& result, Console& console) {
    if (request.predictions.path.empty()) return;
    OutputFile out(request.predictions, console);
    write_out_of_fold(result, [&out](std::string_view bytes) { out.write(bytes); });
    out.commit();
}

std::string command_for(const TuneResult& tuned, const Arguments& arguments) {
    Settings chosen;
    for (std::size_t i = 0; i < tuned.task.axes.size(); ++i)
        chosen.emplace_back(tuned.task.axes[i].parameter, tuned.task.grid[tuned.best].values[i]);
    return train_command(arguments, chosen);
}

void print_result(const CvRequest& request, const CvResult& result, const TuneResult* tuned, Console& console) {
    if (request.csv) return console.print(tuned == nullptr ? cv_csv(result) : tune_csv(*tuned));
    if (!request.common.json) {
        if (tuned != nullptr)
            console.print(tune_text(*tuned, command_for(*tuned, request.arguments), command_line_spelling) + "\n");
        console.print(cv_text(result, command_line_spelling));
        const std::string files = file_line("predictions", request.predictions) + file_line("page", request.html);
        if (!files.empty()) console.print("\n" + files);
        return;
    }
    console.print(tuned == nullptr ? cv_json(result, request.data)
                                   : tune_json(*tuned, request.data, command_for(*tuned, request.arguments)));
}

}  // namespace

void run_cv(const Arguments& arguments, Console& console) {
    CvRequest request;
    ArgumentParser parser("cv", "cross-validate a learner; tune its parameters");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.arguments = arguments;
    const ResamplingPlan plan = plan_of(request.plan, request.common.seed);
    refuse_contradictions(request, plan);
    std::vector<std::string> inputs = files_of(request.training);
    inputs.push_back(request.data);
    check_name(request.predictions, "CSV");
    check_output(request.predictions, inputs);
    request.html.force = request.predictions.force;
    check_name(request.html, "HTML");
    check_output(request.html, inputs);
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;
    const auto set = std::make_shared<const TrainingSet>(
        read_training_set(request.data, request.read, request.target, console.run(request.common.threads)));
    const auto validation =
        read_validation(request.training, request.target, request.read, *set, console.run(request.common.threads));
    const Run run = console.run(request.common.threads);
    const auto finish = [&](const CvResult& result, const TuneResult* tuned) {
        console.print_messages();
        write_predictions(request, result, console);
        write_file(request.html, cv_html(result, command_line_spelling), console);
        print_result(request, result, tuned, console);
    };
    if (!request.tuning.axes.empty()) {
        const TuneTask task = tune_task(request.tuning, request.training.settings, request.training.options, plan);
        const TuneResult tuned = tune(set, task, run, validation);
        return finish(tuned.result, &tuned);
    }
    const Learner learner = learner_to_validate(set, request.training.options, plan, run, validation);
    console.print_messages();
    finish(validate(learner, plan, run), nullptr);
}

}  // namespace treewright::cli
