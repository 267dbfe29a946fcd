// treewright prune: prune a saved tree, or compare what the methods would do to the tree of a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/parameter_flags.h"
#include "cli/flags/training_options.h"
#include "cli/prune_compare.h"
#include "cli/result_output.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/export/json.h"
#include "treewright/io/read_labelled.h"
#include "treewright/report/pruning_report.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/model_rules.h"
#include "treewright/training/prune_model.h"
#include "treewright/tree/model_file.h"

namespace treewright::cli {

namespace {

struct PruneRequest {
    CommonOptions common;
    std::string model;
    Settings given;  ///< the options of the new pruning
    bool keep_unpruned = false;
    std::string validation;
    std::string data;
    TargetOptions target;  ///< only the weights
    bool sequence = false;
    ReadOptions read;
    OutputOptions output;
};

constexpr std::array own_parameters = {"confidence", "raise",      "alpha", "cp",           "leaves", "se",
                                       "price",      "complexity", "folds", "significance", "adjust", "merge-same-class"};

void declare(ArgumentParser& parser, PruneRequest& request) {
    parser.explain(
        "Prunes the tree of a saved model by another method, prints it, and saves it with -o. A model that was trained with "
        "--keep-unpruned also holds the unpruned tree: every method then starts from that, and 'none' restores it; otherwise "
        "the tree is pruned further. Most methods need no rows; reduced-error needs a validation set (--validation); "
        "cross-validation, raising and rules need the training rows (--data).");
    parser.explain(
        "With --compare DATA instead of a model, prints one table of what every method would do; see 'treewright prune "
        "--compare --help'.");
    parser.positional("MODEL", "a model file, saved by 'treewright train … -o MODEL'", request.model);
    parser.group("How to prune");
    const auto take = [&request](const LearnerParameter& parameter) {
        return [&request, &parameter](const std::string& text) {
            request.given.emplace_back(&parameter, text);
            TrainOptions trial;
            parameter.set(trial, text);
        };
    };
    const auto own = pruning_parameters();
    TrainOptions usual;
    usual.prune = {};
    declare_parameter(parser, parameter_in(own, "method"), take(parameter_in(own, "method")));
    for (const char* name : own_parameters) {
        const LearnerParameter& parameter = *find_parameter(name);
        declare_parameter(parser, parameter, take(parameter), parameter.get(usual));
    }
    declare_parameter(parser, *find_parameter("keep-unpruned"),
                      [&request](const std::string&) { request.keep_unpruned = true; });
    declare_parameter(parser, parameter_in(own, "validation"),
                      [&request](const std::string& text) { request.validation = text; });
    declare_parameter(parser, parameter_in(own, "data"), [&request](const std::string& text) { request.data = text; });
    declare_weight(parser, request.target);
    parser.group("Results");
    parser.flag("--sequence", "only list the trees of the cost-complexity sequence (weakest-link pruning)", request.sequence);
    declare_levels(parser, request.common);
    declare_output(parser, request.output, "save the pruned model");
    declare_format(parser, request.read);
    declare_common(parser, request.common);
    parser.example("the best tree with at most eight leaves",
                   "treewright prune adult.tree --method cost-complexity --leaves 8 -o small.tree");
    parser.example("back to the unpruned tree", "treewright prune adult.tree --method none -o whole.tree");
    parser.example("what every method would do", "treewright prune --compare adult.csv --target income");
}

std::optional<TrainingSet> read_rows(const PruneRequest& request, const std::string& path, const Model& model,
                                     Console& console) {
    if (path.empty()) return std::nullopt;
    return read_labelled({path, request.target.weight, request.target.weights_are}, model.schema, request.read,
                         console.run(request.common.threads));
}

void print_pruned(const PruneRequest& request, const Model& pruned, const TrainReport& report, Console& console) {
    const std::size_t before = leaf_count(*report.unpruned);
    if (!request.common.json) return print_tree(pruned, report, before, {request.common, request.output}, console);
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    write_result(json, pruned, report, before, request.output);
    json.end_object();
    console.print(text + "\n");
}

void prune_saved(PruneRequest& request, Console& console) {
    check_output(request.output, {request.model, request.validation, request.data});
    check_model_name(request.output);
    const Model model = load_model(request.model);
    TrainOptions options = options_to_prune(model, request.given);
    options.prune.seed = request.common.seed;
    options.keep_unpruned = request.keep_unpruned;
    if (request.sequence) {
        const WeakestLinks links = sequence_of(model, options.prune.complexity);
        return console.print(request.common.json ? sequence_json(links) : sequence_text(model.schema.task(), links));
    }
    const auto training = read_rows(request, request.data, model, console);
    const auto validation = read_rows(request, request.validation, model, console);
    const PruneData data{training ? &*training : nullptr, validation ? &*validation : nullptr};
    const TrainedAny trained = prune_any(model, options, data, console.run(request.common.threads));
    console.print_messages();
    if (const auto* list = std::get_if<TreeAsRules>(&trained))
        return finish_with_rules(list->rules, list->leaves, {request.common, request.output}, console);
    const auto& [pruned, report] = std::get<TrainedModel>(trained);
    if (request.output.to_file()) save_model(pruned, request.output.path);
    print_pruned(request, pruned, report, console);
}

}  // namespace

void run_prune(const Arguments& arguments, Console& console) {
    if (std::find(arguments.begin(), arguments.end(), "--compare") != arguments.end())
        return run_prune_compare(arguments, console);
    PruneRequest request;
    ArgumentParser parser("prune", "prune a saved tree, or compare the pruning methods");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (!parser.given("--method") && !request.sequence)
        throw usage_error(
            "--method is missing: choose none, reduced-error, pessimistic, cost-complexity, chi-squared, description-length or "
            "rules; or list the cost-complexity trees with --sequence");
    prune_saved(request, console);
}

}  // namespace treewright::cli
