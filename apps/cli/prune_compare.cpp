#include "cli/prune_compare.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/training_options.h"
#include "cli/model_summary.h"
#include "cli/pruning_summary.h"
#include "cli/sequence_plot.h"
#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/export/table_text.h"
#include "treewright/report/page.h"
#include "treewright/report/text/loss_text.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/option_check.h"
#include "treewright/training/prune_comparison.h"
#include "treewright/training/train.h"

namespace treewright::cli {

namespace {

constexpr double few_rows = 50.0;  // with fewer, folds say too little

struct PruneCompareRequest {
    CommonOptions common;
    bool compare = false;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    TrainingFlags training;
};

void declare(ArgumentParser& parser, PruneCompareRequest& request) {
    parser.explain(
        "Grows a tree from all rows and one for each fold, prunes all of them by every method, and prints what is left and "
        "what it is "
        "worth on the rows that a fold's tree has not seen. The parameters of the learner are those of 'treewright train'.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed; - is standard input", request.data);
    parser.flag("--compare", "this table, instead of pruning a model", request.compare);
    declare_target(parser, request.target, "the column to predict: a name, last, or #15 for the fifteenth");
    parser.require("--target");
    declare_training(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("every method beside the others", "treewright prune --compare adult.csv --target income --preset cart");
}

/// How losses are printed.
struct Unit {
    bool regression = false;
    bool is_cost = false;
    bool is_weighted = false;
    LossStyle style = {};  ///< decimals of all figures

    [[nodiscard]] std::string heading() const {
        return regression ? "RMSE" : is_cost ? "cost" : is_weighted ? "weighted errors" : "errors";
    }
    [[nodiscard]] std::string measure() const {
        return regression    ? "root_mean_squared_error"
               : is_cost     ? "mean_cost"
               : is_weighted ? "weighted_error_rate"
                             : "error_rate";
    }
    [[nodiscard]] double figure(double loss) const { return regression ? std::sqrt(std::max(0.0, loss)) : loss; }
    [[nodiscard]] std::string text(double loss) const { return loss_text(style, figure(loss)); }
    /// Of a root the error is that of the square by the slope of the root.
    [[nodiscard]] double reach(const PruningResult& result) const {
        return regression && result.loss > 0.0 ? result.standard_error / (2.0 * std::sqrt(result.loss)) : result.standard_error;
    }
    [[nodiscard]] std::string reach_text(const PruningResult& result) const {
        return regression || is_cost ? loss_text(style, reach(result)) : fixed_text(100.0 * reach(result), 1);
    }
    void fit_decimals(const PruningComparison& comparison) {
        std::vector<double> figures;
        for (const PruningResult& result : comparison.results) figures.push_back(figure(result.loss));
        style = loss_style(regression ? LossKind::root_mean_squared_error
                           : is_cost  ? LossKind::mean_cost
                                      : LossKind::error_rate,
                           figures);
    }
};

std::string comparison_table(const PruningComparison& comparison, const Unit& unit) {
    using Align = TextTable::Align;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
    table.add_row({unit.heading() + " of", "leaves", "depth", "training", "cross-validated", ""});
    for (std::size_t i = 0; i < comparison.results.size(); ++i) {
        const PruningResult& result = comparison.results[i];
        table.add_row(
            {result.method, std::to_string(result.leaves), std::to_string(result.depth), unit.text(result.training_loss),
             fmt::format("{} ± {}{}", unit.text(result.loss), unit.reach_text(result), result.chosen_by_folds ? "*" : " "),
             i == comparison.recommended && comparison.sequence.weight >= few_rows ? "recommended"
             : i == comparison.best                                                ? "least"
                                                                                   : ""});
    }
    return table.text(0, page_width);
}

std::string flags_of(const PruningResult& result) {
    std::string flags;
    for (const NamedOption& option : result.options)
        flags += (flags.empty() ? "" : " ") + command_line_spelling({option.name, option.value});
    return flags;
}

std::string chosen_sentence(const PruningComparison& comparison) {
    const std::string& chosen = comparison.results[comparison.recommended].method;
    const std::string& best = comparison.results[comparison.best].method;
    if (comparison.best == comparison.recommended)
        return fmt::format(
            "Recommended: {}. It has the least cross-validated error, and nothing smaller comes within one standard "
            "error of it.",
            chosen);
    return fmt::format("Recommended: {}. It has the fewest leaves of those within one standard error of the least ({}).",
                       chosen, best);
}

std::string recommendation(const PruningComparison& comparison) {
    if (comparison.sequence.weight < few_rows)
        return fmt::format("With fewer than {:.0f} rows these figures say too little to recommend one.", few_rows);
    return chosen_sentence(comparison) + fmt::format(" To train so: {}.", flags_of(comparison.results[comparison.recommended]));
}

void print_text(const Model& model, const PruningComparison& comparison, const Unit& unit, Console& console) {
    console.print(comparison_table(comparison, unit) + "\n");
    console.print(summary_paragraph(recommendation(comparison)));
    console.print(summary_paragraph(
        "± is one standard error. * the folds that judge the tree have also chosen its size, so that the figure is slightly "
        "optimistic. reduced-error grows from a part of the rows and is judged by the others. The leaves of rules are their "
        "number."));
    if (comparison.rules_left_out)
        console.messages().note("rules are left out: to simplify so many leaves in every fold would take too long");
    console.print(fmt::format("\nThe cost-complexity sequence:\n{}", sequence_plot(model, comparison.sequence)));
}

void write_result(JsonWriter& json, const PruningResult& result, const Unit& unit) {
    json.line_break();
    json.begin_object();
    json.member("method", result.method);
    json.member("options", flags_of(result));
    json.member("leaves", result.leaves);
    json.member("depth", result.depth);
    json.member("training", unit.figure(result.training_loss));
    json.member("cross_validated", unit.figure(result.loss));
    json.member("standard_error", unit.reach(result));
    json.member("chosen_by_folds", result.chosen_by_folds);
    json.end_object();
}

std::string comparison_json(const Model& model, const PruningComparison& comparison, const Unit& unit) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("measure", unit.measure());
    json.member("folds", comparison.sequence.folds);
    json.member("recommended", comparison.results[comparison.recommended].method);
    json.key("methods");
    json.begin_array();
    for (const PruningResult& result : comparison.results) write_result(json, result, unit);
    json.end_array();
    json.line_break();
    json.key("sequence");
    write_sequence(json, model, comparison.sequence);
    json.end_object();
    return text + "\n";
}

}  // namespace

void run_prune_compare(const Arguments& arguments, Console& console) {
    PruneCompareRequest request;
    ArgumentParser parser("prune --compare", "all ways to prune a table's tree, side by side");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    request.read.threads = request.common.threads;
    read_class_files(request.training, console.progress());
    TrainOptions& options = request.training.options;
    options.prune.seed = request.common.seed;
    const TrainingSet set = read_training_set(request.data, request.read, request.target, console);
    console.tell();
    check_options(set, options);
    refuse_too_many_folds(set, options.prune.folds);
    const ClassTerms terms = resolve_class_terms(set, options);
    if (set.task() == Task::regression) options.prune.price.reset();
    const PruningComparison comparison =
        compare_prunings(set, options.grow, terms, options.prune, console.run(request.common.threads));
    Model model;
    model.schema = set.schema();
    Unit unit{set.task() == Task::regression, !terms.costs.empty(), !terms.label_factors.empty()};
    unit.fit_decimals(comparison);
    if (request.common.json)
        console.print(comparison_json(model, comparison, unit));
    else
        print_text(model, comparison, unit, console);
}

}  // namespace treewright::cli
