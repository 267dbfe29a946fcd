// treewright train: from a file of rows to a tree.
#include <fmt/format.h>

#include "cli/common_options.h"
#include "cli/data_options.h"
#include "cli/model_summary.h"
#include "cli/output_file.h"
#include "cli/pruning_summary.h"
#include "cli/training_options.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/json.h"
#include "treewright/export/rules_json.h"
#include "treewright/export/rules_text.h"
#include "treewright/export/text.h"
#include "treewright/export/work_json.h"
#include "treewright/export/work_text.h"
#include "treewright/rules/rule_file.h"
#include "treewright/rules/simplified_model.h"
#include "treewright/training/train.h"
#include "treewright/tree/model_file.h"

namespace treewright::cli {

namespace {

/// A tree of more lines is cut at a depth; the rest can be seen with `show`.
constexpr std::size_t most_lines = 64;

struct TrainRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    TrainingFlags training;
    OutputOptions output;
    bool show_work = false;
};

void declare(ArgumentParser& parser, TrainRequest& request) {
    parser.explain(
        "Reads a file of rows, grows a tree, prints it with a summary, and saves it if asked to. The same rows give the "
        "same "
        "tree, byte for byte, in any order and with any number of threads.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    declare_target(parser, request.target, "the column to predict: a name, last, or #15 for the fifteenth");
    parser.require("--target");
    parser.group("Results");
    declare_output(parser, request.output, "save the model");
    parser.flag("--show-work", "the arithmetic of every node, as on a blackboard", request.show_work);
    declare_training(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("the textbook's tree with all of its arithmetic",
                   "treewright train golf.csv --target Play --preset id3 --show-work");
    parser.example("a smaller tree, saved for later", "treewright train adult.csv --target income --min-leaf 20 -o adult.tree");
}

std::vector<std::string> input_files(const TrainRequest& request) {
    std::vector<std::string> files = files_of(request.training);
    files.push_back(request.data);
    return files;
}

/// What there is to tell.
struct TrainResult {
    const Model& model;
    const TrainReport& report;
    const WorkedTree& worked;
};

void print_json(const TrainRequest& request, const TrainResult& result, Console& console) {
    const Model& model = result.model;
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write_summary(json, model);
    write_pruning(json, model, result.report, leaf_count(result.worked.model.tree));
    if (request.output.to_file()) json.member("model", request.output.path);
    json.line_break();
    json.key("tree");
    write_tree(json, model);
    if (request.show_work) {
        json.line_break();
        json.key("work");
        write_work(json, result.worked);
    }
    json.end_object();
    console.print(text + "\n");
}

void print_text(const TrainRequest& request, const TrainResult& result, Console& console) {
    const Model& model = result.model;
    TextStyle style = console.style();
    if (request.show_work) console.print(work_text(result.worked, style) + "\n");
    style.max_depth = depth_within(model.tree, most_lines);
    console.print(tree_text(model, style) + "\n" + summary_text(model) +
                  pruning_text(model, result.report, leaf_count(result.worked.model.tree)));
    if (request.output.to_file()) console.print(fmt::format("{:<18}{}\n", "model", request.output.path));
    const std::string file = request.output.to_file() ? request.output.path : "MODEL";
    if (style.max_depth < depth_within(model.tree, no_limit))
        console.messages().note(fmt::format("the tree is drawn down to depth {}: 'treewright show {}' draws all of it{}",
                                            style.max_depth, file,
                                            request.output.to_file() ? "" : " once it is saved with -o MODEL"));
}

/// What is kept is a list of rules that the tree was simplified to.
void finish_as_rules(const TrainRequest& request, const Model& model, const TrainingSet& set, Console& console) {
    const Threads threads(request.common.threads);
    const RuleModel rules = simplified_model(model, set, {threads, console.progress(), error_confidence_of(model)});
    if (request.output.to_file()) save_rules(rules, request.output.path);
    if (request.common.json) return console.print(rules_json(report_of(rules, {})));
    console.print(rules_text(report_of(rules, {}), console.style()) + "\n" + list_summary(rules));
    console.print(summary_line(
        "pruning", fmt::format("rules: {} of {} leaves' rules stay", rules.list.rules.size(), leaf_count(model.tree))));
    if (request.output.to_file()) console.print(summary_line("model", request.output.path));
}

}  // namespace

void run_train(const Arguments& arguments, Console& console) {
    TrainRequest request;
    ArgumentParser parser("train", "grow a decision tree");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.read.threads = request.common.threads;
    check_output(request.output, input_files(request));
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;

    const TrainingSet set = read_training_set(request.data, request.read, request.target, console);
    console.tell();
    const Threads threads(request.common.threads);
    std::vector<NodeWork> work;
    TrainReport report;
    const auto validation = read_validation(request.training, request.target, request.read, set, console);
    const TrainRun run{threads,
                       console.progress(),
                       console.messages(),
                       request.show_work ? &work : nullptr,
                       validation ? &*validation : nullptr,
                       &report};
    const Model model = train(set, request.training.options, run);
    console.tell();
    if (request.training.options.prune.method == PruneMethod::rules) return finish_as_rules(request, model, set, console);
    // Saved before anything is printed: a reader who closes the pipe early must not cost the model.
    if (request.output.to_file()) save_model(model, request.output.path);

    const TrainOptions& options = request.training.options;
    const ClassTerms terms = resolve_class_terms(set, options);
    Model grown = model;  // the work is that of the tree as it was grown
    if (report.unpruned) grown.tree = std::move(*report.unpruned);
    const WorkedTree worked{set, options.grow, terms, grown, work};
    if (request.common.json)
        print_json(request, {model, report, worked}, console);
    else
        print_text(request, {model, report, worked}, console);
}

}  // namespace treewright::cli
