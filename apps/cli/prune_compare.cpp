#include "cli/prune_compare.h"

#include <fmt/format.h>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/training_options.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/page.h"
#include "treewright/report/pruning_report.h"

namespace treewright::cli {

namespace {

struct PruneCompareRequest {
    CommonOptions common;
    bool compare = false;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    TrainingFlags training;
    OutputOptions svg = {{}, false, "--svg"};
    OutputOptions html = {{}, false, "--html"};
};

void declare(ArgumentParser& parser, PruneCompareRequest& request) {
    parser.explain(
        "Grows a tree from all rows and a fold model per fold, prunes all of them by every method, and prints the size of the "
        "pruned tree and its cross-validated error. The parameters of the learner are those of 'treewright train'.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    parser.flag("--compare", "compare the methods on DATA, instead of pruning a model", request.compare);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    parser.group("Results");
    parser.text("--svg", "FILE", "also save the cost-complexity curve as an SVG drawing", request.svg.path);
    parser.text("--html", "FILE", "also save the comparison as a page of HTML", request.html.path);
    parser.flag("--force", "overwrite FILE if it exists", request.svg.force);
    declare_training(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("all methods side by side", "treewright prune --compare adult.csv --target income --preset cart");
}

void check_files(PruneCompareRequest& request) {
    std::vector<std::string> inputs = files_of(request.training);
    inputs.push_back(request.data);
    request.html.force = request.svg.force;
    check_name(request.svg, "SVG");
    check_output(request.svg, inputs);
    check_name(request.html, "HTML");
    check_output(request.html, inputs);
}

}  // namespace

void run_prune_compare(const Arguments& arguments, Console& console) {
    PruneCompareRequest request;
    ArgumentParser parser("prune --compare", "compare the pruning methods on a table");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_files(request);
    read_class_files(request.training, console.progress());
    TrainOptions& options = request.training.options;
    options.prune.seed = request.common.seed;
    const TrainingSet set = read_training_set(request.data, request.read, request.target, console.run(request.common.threads));
    console.print_messages();
    const PruningComparison comparison = compare_prunings(set, options, console.run(request.common.threads));
    if (comparison.rules_left_out && !request.common.json)
        console.messages().note("rules are left out: simplifying that many leaves in every fold would take too long");
    write_file(request.svg, prunings_svg(comparison), console);
    write_file(request.html, prunings_html(comparison, fmt::format("Pruning methods on {}", without_folder(set.source)), command_line_spelling), console);
    if (request.common.json) return console.print(prunings_json(comparison, command_line_spelling));
    console.print(prunings_text(comparison, command_line_spelling));
    const std::string files = file_line("drawing", request.svg) + file_line("page", request.html);
    if (!files.empty()) console.print("\n" + files);
}

}  // namespace treewright::cli
