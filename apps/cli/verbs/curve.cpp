// treewright curve: the learning curve of a learner.
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/flags/training_options.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/curve_report.h"

namespace treewright::cli {

namespace {

struct CurveRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    CurvePlan plan;
    TrainingFlags training;
    OutputOptions svg = {{}, false, "--svg"};
    OutputOptions html = {{}, false, "--html"};
    bool csv = false;
};

void declare(ArgumentParser& parser, CurveRequest& request) {
    parser.explain(
        "Trains on more and more of the rows, tests on held-out rows, repeats this with several random splits, and draws the "
        "learning curve. A power law fitted to the means predicts what twice the rows would bring. The options of the learner "
        "are those of train.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    parser.group("Learning curve");
    declare_fields(parser, curve_parameters(), request.plan);
    declare_group(parser, request.target);
    parser.group("Results");
    parser.text("--svg", "FILE", "also save the curve as an SVG drawing", request.svg.path);
    parser.text("--html", "FILE", "also save the report as a page of HTML", request.html.path);
    parser.flag("--force", "overwrite FILE if it exists", request.svg.force);
    parser.flag("--csv", "print the scores at each size as CSV", request.csv);
    declare_training_with_prune_folds(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("a curve as text and as a drawing", "treewright curve adult.csv --target income --svg curve.svg");
}

void write_files(const CurveRequest& request, const CurveResult& result, Console& console) {
    write_file(request.svg, curve_svg(result, command_line_spelling), console);
    write_file(request.html, curve_html(result, command_line_spelling), console);
}

}  // namespace

void run_curve(const Arguments& arguments, Console& console) {
    CurveRequest request;
    ArgumentParser parser("curve", "draw a learning curve: what more training rows would bring");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.csv && request.common.json) throw usage_error("--csv and --json are two formats: choose one");
    request.plan.seed = request.common.seed;
    std::vector<std::string> inputs = files_of(request.training);
    inputs.push_back(request.data);
    request.html.force = request.svg.force;
    check_name(request.svg, "SVG");
    check_output(request.svg, inputs);
    check_name(request.html, "HTML");
    check_output(request.html, inputs);
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;
    const auto set = std::make_shared<const TrainingSet>(
        read_training_set(request.data, request.read, request.target, console.run(request.common.threads)));
    const auto validation =
        read_validation(request.training, request.target, request.read, *set, console.run(request.common.threads));
    const Run run = console.run(request.common.threads);
    const Learner learner(set, request.training.options, run, validation);
    console.print_messages();
    const CurveResult result = measure_curve(learner, request.plan, run);
    console.print_messages();
    write_files(request, result, console);
    if (request.csv) return console.print(curve_csv(result));
    if (request.common.json) return console.print(curve_json(result, request.data));
    console.print(curve_text(result, command_line_spelling));
    const std::string files = file_line("drawing", request.svg) + file_line("page", request.html);
    if (!files.empty()) console.print("\n" + files);
}

}  // namespace treewright::cli
