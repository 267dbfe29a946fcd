// treewright compare: learners on the same folds, with significance tests.
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/learner_spec.h"
#include "cli/flags/output_file.h"
#include "cli/flags/plan_options.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/compare_report.h"

namespace treewright::cli {

namespace {

struct CompareRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    PlanOptions plan;
    std::vector<LearnerSpec> learners;
    Settings for_all;
    TrainingFlags classes;
    OutputOptions html = {{}, false, "--html"};
    bool csv = false;
};

void declare(ArgumentParser& parser, CompareRequest& request) {
    parser.explain(
        "Cross-validates several learners on the same folds and tests which differences are significant: by the corrected "
        "resampled t-test (Nadeau and Bengio), which allows for the training rows that folds share, with Holm's correction for "
        "the number of pairs.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    parser.group("Learners");
    parser.option(
        {"--preset", "LEARNER",
         "id3, c45, cart or auto, optionally followed by options of train, all in quotes; give two or more", Times::many},
        [&request](const std::string& text) { request.learners.push_back(learner_spec(text)); });
    declare_folds(parser, request.plan);
    declare_group(parser, request.target);
    parser.group("Results");
    parser.text("--html", "FILE", "also save the report as a page of HTML", request.html.path);
    parser.flag("--force", "overwrite FILE if it exists", request.html.force);
    parser.flag("--csv", "print the scores of every learner and fold as CSV", request.csv);
    declare_settings(parser, request.for_all);
    declare_classes(parser, request.classes);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("two learners", "treewright compare adult.csv --target last --preset c45 --preset \"cart --se 0\"");
}

void check_request(const CompareRequest& request, const ResamplingPlan& plan) {
    if (request.csv && request.common.json) throw usage_error("--csv and --json are two formats: choose one");
    std::vector<std::string> names;
    for (const LearnerSpec& spec : request.learners) names.push_back(spec.name);
    check_comparison(names, plan);
    check_name(request.html, "HTML");
    check_output(request.html, {request.data});
}

NamedLearners learners_of(const CompareRequest& request) {
    NamedLearners learners;
    for (const LearnerSpec& spec : request.learners) {
        learners.emplace_back(spec.name, learner_options(spec, request.classes.options, request.for_all));
        learners.back().second.prune.seed = request.common.seed;
    }
    return learners;
}

}  // namespace

void run_compare(const Arguments& arguments, Console& console) {
    CompareRequest request;
    ArgumentParser parser("compare", "compare learners on the same folds, with significance tests");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    const ResamplingPlan plan = plan_of(request.plan, request.common.seed);
    check_request(request, plan);
    read_class_files(request.classes, console.progress());
    const auto set = std::make_shared<const TrainingSet>(
        read_training_set(request.data, request.read, request.target, console.run(request.common.threads)));
    const ComparisonResult result =
        compare(learners_of(request), set, plan, console.run(request.common.threads), [&console] { console.print_messages(); });
    console.print_messages();
    write_file(request.html, comparison_html(result), console);
    console.print(request.csv           ? comparison_csv(result)
                  : request.common.json ? comparison_json(result, request.data)
                                        : comparison_text(result) + (request.html.to_file() ? "\n" : "") +
                                              file_line("page", request.html));
}

}  // namespace treewright::cli
