// treewright cv: how a learner does on rows that it has not seen.
#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "cli/cv_report.h"
#include "cli/cv_tune.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/plan_options.h"
#include "cli/flags/training_options.h"
#include "cli/model_summary.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/io/csv_writer.h"

namespace treewright::cli {

namespace {

constexpr std::size_t usual_inner_folds = 5;

struct CvRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    PlanFlags plan;
    TrainingFlags training;
    OutputOptions predictions = {{}, false, "--predictions"};
    bool csv = false;
    std::vector<TuneAxis> axes;
    bool nested = false;
    std::optional<std::size_t> inner_folds;
    Arguments arguments = {};  ///< as they were given, for the command that trains with what was chosen
};

void declare(ArgumentParser& parser, CvRequest& request) {
    parser.explain(
        "Holds some rows out, makes a model of the others as 'treewright train' would, and judges it by the rows that it has "
        "not seen; again and again. The options of the learner are those of train, pruning included. The same rows and the "
        "same seed give the same folds, in any order of the rows.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    declare_target(parser, request.target, "the column to predict: a name, last, or #15 for the fifteenth");
    parser.require("--target");
    declare_plan(parser, request.plan);
    declare_group(parser, request.target);
    parser.group("Choosing options");
    parser.option({"--tune", "NAME=VALUES",
                   "try these values of a parameter of train: 2..12, 2..12:2, a list; several times for a grid", Times::many},
                  [&request](const std::string& text) { request.axes.push_back(tune_axis(text)); });
    parser.flag("--nested", "choose anew in every fold, and test on rows that had no say in the choice", request.nested);
    parser.option({"--inner-folds", "N", "nested: the folds by which is chosen in every fold [5]", Times::once},
                  [&request](const std::string& text) { request.inner_folds = whole_number("--inner-folds", text, 2, 1000); });
    parser.group("Results");
    parser.flag("--csv", "print the rounds as CSV; with --leave-one-out the rows with their influence, with --tune the grid",
                request.csv);
    parser.text("--predictions", "FILE", "write what was predicted for every row while it was held out, as CSV",
                request.predictions.path);
    parser.flag("--force", "overwrite FILE if it exists", request.predictions.force);
    declare_training_beside_folds(parser, request.training);
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

void refuse_what_does_not_go_together(const CvRequest& request, const ResamplingPlan& plan) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    if (request.nested && request.axes.empty())
        throw usage_error("--nested wraps a choice: add --tune, such as --tune max-depth=2..12");
    if (request.inner_folds && !request.nested)
        throw usage_error("--inner-folds says how --nested chooses: add --nested, or leave it out");
    check_axes(request.axes, request.training.settings);
    if (plan.scheme != Scheme::leave_one_out) return;
    if (!request.axes.empty()) throw usage_error("--tune chooses by folds or random splits: leave --leave-one-out out");
    if (!request.target.group.empty())
        throw usage_error("--leave-one-out would part the groups: with --group, use --folds with the number of groups");
    if (request.training.options.prune.method == PruneMethod::rules)
        throw usage_error("--leave-one-out looks at trees, and --prune rules makes lists: use --folds for these");
}

std::string duration_text(double seconds) {
    if (seconds < 120.0) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    return seconds < 7200.0 ? fmt::format("{:.0f} min", seconds / 60.0) : fmt::format("{:.1f} h", seconds / 3600.0);
}

/// What a fit for each row will take: a second fit is timed, when everything is at hand. Fits stand side by side on the threads.
double seconds_of_fits(const Learner& learner, const Run& run) {
    const auto begin = std::chrono::steady_clock::now();
    (void)learner.fit(learner.set().all_rows(), {Threads(1), run.progress, run.messages});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return seconds * static_cast<double>(learner.set().rows) / static_cast<double>(run.threads.count());
}

/// Says beforehand how long it takes where nothing is shared.
void leave_out(const Learner& learner, const Run& run, Console& console, CvResult& result) {
    const Model whole = learner.fit(learner.set().all_rows(), run).model;
    const double expected = shares_leave_one_out(learner) ? 0.0 : seconds_of_fits(learner, run);
    if (expected > 2.0) {
        console.messages().note(fmt::format("a model for each of the {} rows will take about {}; --folds 10 takes less",
                                            result.set.rows, duration_text(expected)));
        console.tell();
    }
    result.left_out = leave_one_out(learner, whole.tree, run);
    result.validation = as_validation(*result.left_out, learner);
    const std::vector<std::uint32_t> depths = depths_of(whole.tree);
    result.leaves = leaf_count(whole.tree);
    result.depth = *std::max_element(depths.begin(), depths.end());
}

CvResult run_plan(const Learner& learner, const ResamplingPlan& plan, const Run& run, Console& console) {
    const TrainingSet& set = learner.set();
    CvResult result{set, plan, {}, {}, {}, {}};
    if (plan.scheme == Scheme::leave_one_out) {
        leave_out(learner, run, console, result);
    } else {
        const auto repeats = make_repeats(set, plan, set.all_rows(), run);
        result.validation = cross_validate(learner, repeats, set.all_rows(), run);
    }
    sum_up(result, learner);
    return result;
}

// --- predictions ----------------------------------------------------------------------------------------------------------------

void write_header(CsvWriter& csv, const CvResult& result) {
    csv.text(line_word(result.set));
    csv.text("repeat");
    csv.text("fold");
    if (!result.set.weights.empty()) csv.text("weight");
    csv.text(result.set.target.schema.name);
    csv.text("prediction");
    if (result.set.task() == Task::classification)
        for (const std::string& name : result.set.target.schema.levels) csv.text("p:" + name);
    csv.end_row();
}

void write_row(CsvWriter& csv, const CvResult& result, std::size_t i) {
    const HeldOutPredictions& held_out = result.validation.held_out;
    const ScoredRows& scored = held_out.scored;
    const std::size_t prediction = scored.prediction[i];
    const bool rounds = !result.validation.rounds.empty();
    const Round round = rounds ? result.validation.rounds[held_out.rounds[i]] : Round{0, held_out.rounds[i]};
    csv.number(static_cast<double>(line_of(result.set, held_out.rows[i])));
    csv.number(static_cast<double>(round.repeat + 1));
    csv.number(static_cast<double>(round.fold + 1));
    if (!result.set.weights.empty()) csv.number(result.set.weights[held_out.rows[i]]);
    if (scored.predictions.classes == 0) {
        csv.number(scored.targets[i]);
        csv.number(scored.predictions.values[prediction]);
    } else {
        const std::vector<std::string>& classes = result.set.target.schema.levels;
        csv.text(classes[static_cast<std::size_t>(scored.labels[i])]);
        csv.text(classes[static_cast<std::size_t>(scored.predictions.labels[prediction])]);
        for (const double share : scored.predictions.probabilities_of(prediction)) csv.number(share);
    }
    csv.end_row();
}

void write_predictions(const CvRequest& request, const CvResult& result, Console& console) {
    if (request.predictions.path.empty()) return;
    OutputFile out(request.predictions, console);
    CsvWriter csv([&out](std::string_view bytes) { out.write(bytes); });
    write_header(csv, result);
    for (std::size_t i = 0; i < result.validation.held_out.rows.size(); ++i) write_row(csv, result, i);
    csv.finish();
    out.commit();
}

void print_result(const CvRequest& request, const CvResult& result, const TunedResult* tuned, Console& console) {
    if (request.csv) return console.print(tuned == nullptr ? cv_csv(result) : grid_csv(*tuned));
    if (!request.common.json) {
        if (tuned != nullptr) console.print(tuned_text(*tuned, request.arguments) + "\n");
        console.print(cv_text(result));
        if (request.predictions.to_file()) console.print("\n" + summary_line("predictions", request.predictions.path));
        return;
    }
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", request.data);
    if (tuned != nullptr) write_tuned(json, *tuned, request.arguments);
    write_cv(json, result);
    json.end_object();
    console.print(text + "\n");
}

}  // namespace

void run_cv(const Arguments& arguments, Console& console) {
    CvRequest request;
    ArgumentParser parser("cv", "how a learner does on rows that it has not seen");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.read.threads = request.common.threads;
    request.arguments = arguments;
    const ResamplingPlan plan = plan_of(request.plan, request.common.seed);
    refuse_what_does_not_go_together(request, plan);
    std::vector<std::string> inputs = files_of(request.training);
    inputs.push_back(request.data);
    check_name(request.predictions, "CSV");
    check_output(request.predictions, inputs);
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;
    const auto set =
        std::make_shared<const TrainingSet>(read_training_set(request.data, request.read, request.target, console));
    const auto validation = read_validation(request.training, request.target, request.read, *set, console);
    const Run run = console.run(request.common.threads);
    refuse_plan(*set, plan, set->all_rows());
    warn_of_plan(*set, plan, set->all_rows(), run);
    const auto finish = [&](const CvResult& result, const TunedResult* tuned) {
        console.tell();
        write_predictions(request, result, console);
        print_result(request, result, tuned, console);
    };
    if (!request.axes.empty()) {
        TuneTask task{request.axes, grid_of(request.axes, request.training.settings, request.training.options), plan, plan,
                      request.nested};
        task.inner.folds = request.inner_folds.value_or(usual_inner_folds);
        task.inner.folds_option = "--inner-folds";
        task.inner.scheme = Scheme::folds;
        task.inner.repeats = 1;
        const TunedResult tuned = run_tuned(set, task, run, validation);
        return finish(tuned.result, &tuned);
    }
    const Learner learner(set, request.training.options, run, validation);
    tell_about_pruning(learner, console);
    finish(run_plan(learner, plan, run, console), nullptr);
}

}  // namespace treewright::cli
