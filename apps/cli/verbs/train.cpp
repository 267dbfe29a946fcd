// treewright train: from a file of rows to a tree.
#include <fmt/format.h>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/training_options.h"
#include "cli/result_output.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/svg_rules.h"
#include "treewright/export/svg_tree.h"
#include "treewright/export/work_json.h"
#include "treewright/export/work_text.h"
#include "treewright/io/read_training_set.h"
#include "treewright/report/page.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/model_rules.h"
#include "treewright/training/train.h"
#include "treewright/tree/model_file.h"

namespace treewright::cli {

namespace {

struct TrainRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    TrainingFlags training;
    OutputOptions output;
    OutputOptions svg = {{}, false, "--svg"};
    bool show_work = false;
};

void declare(ArgumentParser& parser, TrainRequest& request) {
    parser.explain(
        "Reads a table, grows and prunes a tree, prints it with a summary, and saves it with -o. The same rows give the same "
        "tree, byte for byte, in any order and with any number of threads.");
    parser.positional("DATA",
                      "a CSV, JSON, ARFF, Parquet or Arrow file, optionally compressed (gzip, zstd); - reads standard input",
                      request.data);
    declare_target(parser, request.target);
    require_target(parser, request.data);
    parser.group("Results");
    declare_output(parser, request.output, "save the model");
    parser.text("--svg", "FILE", "also save a drawing of the tree, or of the rules, as an SVG file", request.svg.path);
    parser.flag("--show-work", "print the arithmetic of every node, as on a blackboard", request.show_work);
    declare_levels(parser, request.common);
    declare_training(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("the textbook's tree with all of its arithmetic",
                   "treewright train golf.csv --target Play --preset id3 --show-work");
    parser.example("a smaller tree, saved", "treewright train adult.csv --target income --min-leaf 20 -o adult.tree");
}

std::vector<std::string> input_files(const TrainRequest& request) {
    std::vector<std::string> files = files_of(request.training);
    files.push_back(request.data);
    return files;
}

void check_svg(TrainRequest& request) {
    request.svg.force = request.output.force;
    check_name(request.svg, "SVG");
    check_output(request.svg, input_files(request));
    if (request.svg.to_file() && is_same_path(request.svg.path, request.output.path))
        throw usage_error(fmt::format("{} is named by -o and by --svg: choose two files", request.svg.path));
}

template <class Draw>
void write_svg(const TrainRequest& request, const Draw& draw, Console& console) {
    if (request.svg.path.empty()) return;
    OutputFile out(request.svg, console);
    out.write(draw());
    out.commit();
}

void print_drawing(const TrainRequest& request, Console& console) {
    if (request.svg.to_file() && !request.common.json) console.print(summary_line("drawing", request.svg.path));
}

/// What the summary shows.
struct TrainResult {
    const Model& model;
    const TrainReport& report;
    const WorkedTree& worked;
};

void print_json(const TrainRequest& request, const TrainResult& result, Console& console) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write_result(json, result.model, result.report, leaf_count(result.worked.model.tree), request.output);
    if (request.show_work) {
        json.line_break();
        json.key("work");
        write_work(json, result.worked);
    }
    json.end_object();
    console.print(text + "\n");
}

void print_text(const TrainRequest& request, const TrainResult& result, Console& console) {
    if (request.show_work) console.print(work_text(result.worked, console.style()) + "\n");
    print_tree(result.model, result.report, leaf_count(result.worked.model.tree), {request.common, request.output}, console);
}

}  // namespace

void run_train(const Arguments& arguments, Console& console) {
    TrainRequest request;
    ArgumentParser parser("train", "grow a decision tree");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    check_output(request.output, input_files(request));
    check_model_name(request.output);
    check_svg(request);
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;

    const TrainingSet set = read_training_set(request.data, request.read, request.target, console.run(request.common.threads));
    console.print_messages();
    const auto validation =
        read_validation(request.training, request.target, request.read, set, console.run(request.common.threads));
    TrainOptions& options = request.training.options;
    options.grow.keeps_work = request.show_work;
    TrainedAny trained = train_any(set, options, console.run(request.common.threads), validation.get());
    console.print_messages();
    if (const auto* list = std::get_if<TreeAsRules>(&trained)) {
        write_svg(request, [&] { return rules_svg(list->rules); }, console);
        finish_with_rules(list->rules, list->leaves, {request.common, request.output}, console);
        return print_drawing(request, console);
    }
    auto& [model, report] = std::get<TrainedModel>(trained);
    // Saved before anything is printed: a reader who closes the pipe early must not cost the model.
    if (request.output.to_file()) save_model(model, request.output.path);
    write_svg(request, [&] { return tree_svg(model, {}, set.features); }, console);

    const ClassTerms terms = resolve_class_terms(set, options);
    Model grown = model;  // the work is that of the tree as it was grown
    if (report.unpruned) grown.tree = std::move(*report.unpruned);
    const WorkedTree worked{set, options.grow, terms, grown, report.work};
    if (request.common.json)
        print_json(request, {model, report, worked}, console);
    else
        print_text(request, {model, report, worked}, console);
    print_drawing(request, console);
}

}  // namespace treewright::cli
