#include "treewright/report/pruning_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/document.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/loss_text.h"
#include "treewright/report/parts/sequence_chart.h"
#include "treewright/report/parts/sequence_text.h"
#include "treewright/training/catalogue.h"
#include "treewright/training/prune_comparison.h"

namespace treewright {

namespace {

struct PruningUnit {
    bool regression;
    bool is_cost;
    bool is_weighted;
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
    explicit PruningUnit(const PruningComparison& comparison)
        : regression(comparison.task == Task::regression),
          is_cost(comparison.sequence.is_cost),
          is_weighted(comparison.sequence.is_weighted) {
        std::vector<double> figures;
        for (const PruningResult& result : comparison.results) figures.push_back(figure(result.loss));
        style = loss_style(regression ? LossKind::root_mean_squared_error
                           : is_cost  ? LossKind::mean_cost
                                      : LossKind::error_rate,
                           figures);
    }
};

/// How training prunes so: "--prune cost-complexity --se 1".
std::string options_text(const PruningResult& result, const Spelling& spelling) {
    std::string text;
    for (const NamedOption& option : result.options) {
        const std::string word = spelling({option.name, option.value});
        text += (text.empty() ? "" : word.starts_with('-') ? " " : ", ") + word;  // as arguments of a function, but of a program
    }
    return text;
}

}  // namespace

// --- one pruning, and the sequence of a tree, as text ------------------------------------------------------------------------

namespace {

std::string cross_validated_text(Task task, const FoldReport& folds) {
    const FoldFigure figure = fold_figure(task, folds, folds.chosen);
    const std::string what = figure.measure == "error_rate"            ? "errors"
                             : figure.measure == "weighted_error_rate" ? "errors, weighted by priors or class weights"
                             : figure.measure == "mean_cost"           ? "cost a row"
                                                                       : "root mean squared";
    return fmt::format("{} {} ({} folds; slightly optimistic, because it also chose the tree)", fold_figure_text(figure), what,
                       folds.folds);
}

/// The sequence need not have a tree of every size.
std::string fewer_than_asked(const PruneOptions& options, std::size_t leaves, std::size_t grown_leaves) {
    const bool by_size =
        options.method == PruneMethod::cost_complexity && options.leaves != no_limit && !options.alpha && !options.cp;
    if (!by_size || leaves == std::min(options.leaves, grown_leaves)) return "";
    return fmt::format(" (the sequence has no tree of {})", options.leaves);
}

}  // namespace

Document pruning_document(const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    if (report.pruning.method == PruneMethod::none && !report.pruning.merge_same_class) return {};
    const std::size_t leaves = leaf_count(model.tree);
    const std::string what =
        (leaves == grown_leaves ? "nothing to cut" : fmt::format("{} of {} leaves kept", leaves, grown_leaves)) +
        fewer_than_asked(report.pruning, leaves, grown_leaves);
    const std::string chosen_by =
        report.validation_weight > 0.0 ? fmt::format(", by {} validation rows", count_text(report.validation_weight)) : "";
    const bool only_merged = report.pruning.method == PruneMethod::none;
    Document part;
    part.fact("pruning", fmt::format("{}: {}{}", only_merged ? "leaves of one class merged" : word_of(report.pruning.method), what,
                                     chosen_by));
    if (report.folds) part.fact("cross-validated", cross_validated_text(model.schema.task(), *report.folds));
    return part;
}

std::string pruning_text(const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    return pruning_document(model, report, grown_leaves).text();
}

std::string sequence_text(Task task, const WeakestLinks& links) {
    TextTable table({TextTable::Align::right, TextTable::Align::right, TextTable::Align::right});
    table.add_row({"alpha", "leaves", task == Task::regression ? "mean squared error" : "training loss"});
    for (const SequenceMember& member : links.members())
        table.add_row({fmt::format("{:.4g}", member.alpha), std::to_string(member.leaves), fmt::format("{:.4g}", member.loss)});
    return table.text(0, any_width);
}

// --- the comparison of all prunings as text ----------------------------------------------------------------------------------

namespace {

constexpr std::size_t few_rows = 50;  // with fewer, cross-validation is too noisy

TextTable prunings_table(const PruningComparison& comparison, const PruningUnit& unit) {
    using Align = TextTable::Align;
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
    table.add_row({unit.heading() + " of", "leaves", "depth", "training", "cross-validated", ""});
    for (std::size_t i = 0; i < comparison.results.size(); ++i) {
        const PruningResult& result = comparison.results[i];
        table.add_row(
            {result.method, std::to_string(result.leaves), std::to_string(result.depth), unit.text(result.training_loss),
             fmt::format("{} ± {}{}", unit.text(result.loss), unit.reach_text(result), result.chosen_by_folds ? "*" : " "),
             i == comparison.recommended && comparison.rows >= few_rows ? "recommended"
             : i == comparison.best                                     ? "least"
                                                                        : ""});
    }
    return table;
}

std::string chosen_sentence(const PruningComparison& comparison) {
    const std::string& chosen = comparison.results[comparison.recommended].method;
    const std::string& best = comparison.results[comparison.best].method;
    if (comparison.best == comparison.recommended)
        return fmt::format(
            "Recommended: {}. It has the least cross-validated error, and no smaller tree comes within one standard error of "
            "it.",
            chosen);
    return fmt::format("Recommended: {}. It has the fewest leaves of those within one standard error of the least ({}).",
                       chosen, best);
}

std::string recommendation(const PruningComparison& comparison, const Spelling& spelling) {
    if (comparison.rows < few_rows) return fmt::format("Fewer than {} rows are too few to recommend one.", few_rows);
    return chosen_sentence(comparison) +
           fmt::format(" To train that way: {}.", options_text(comparison.results[comparison.recommended], spelling));
}

}  // namespace

namespace {

Document prunings_document(const PruningComparison& comparison, const Spelling& spelling) {
    return Document()
        .table(prunings_table(comparison, PruningUnit(comparison)))
        .gap()
        .paragraph(recommendation(comparison, spelling))
        .paragraph("± is one standard error. * slightly optimistic: the same folds also chose the size of the tree. reduced-error "
                   "grows from a part of the rows and prunes by the others. For rules, leaves is the number of rules.")
        .gap()
        .heading("The cost-complexity sequence:")
        .chart(sequence_svg(comparison.task, comparison.sequence), sequence_words(comparison.task, comparison.sequence))
        .only_text(sequence_plot(comparison.task, comparison.sequence, spelling));
}

}  // namespace

std::string prunings_text(const PruningComparison& comparison, const Spelling& spelling) {
    return prunings_document(comparison, spelling).text();
}

std::string prunings_svg(const PruningComparison& comparison) { return sequence_svg(comparison.task, comparison.sequence); }

std::string prunings_html(const PruningComparison& comparison, const std::string& title, const Spelling& spelling) {
    return html_page(title, prunings_document(comparison, spelling));
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

/// The whole sequence with its cross-validated errors, as an array.
void write_sequence(JsonWriter& json, Task task, const FoldReport& folds) {
    json.begin_array();
    for (std::size_t member = 0; member < folds.members.size(); ++member) {
        const FoldFigure figure = fold_figure(task, folds, member);
        json.line_break();
        json.begin_object();
        json.member("alpha", folds.members[member].alpha);
        json.member("leaves", folds.members[member].leaves);
        json.member("training_loss", folds.members[member].loss);
        json.member("loss", folds.points[member].loss);
        json.member("standard_error", folds.points[member].standard_error);
        json.member(figure.measure, figure.value);
        if (member == folds.chosen) json.member("chosen", true);
        json.end_object();
    }
    json.end_array();
}

void write_pruning_result(JsonWriter& json, const PruningResult& result, const PruningUnit& unit, const Spelling& spelling) {
    json.line_break();
    json.begin_object();
    json.member("method", result.method);
    json.member("options", options_text(result, spelling));
    json.member("leaves", result.leaves);
    json.member("depth", result.depth);
    json.member("training", unit.figure(result.training_loss));
    json.member("cross_validated", unit.figure(result.loss));
    json.member("standard_error", unit.reach(result));
    json.member("chosen_by_folds", result.chosen_by_folds);
    json.end_object();
}

}  // namespace

void write_pruning(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    json.key("pruning");
    json.begin_object();
    json.member("method", word_of(report.pruning.method));
    json.member("leaves_before", grown_leaves);
    json.member("leaves_after", leaf_count(model.tree));
    if (report.validation_weight > 0.0) json.member("validation_weight", report.validation_weight);
    json.end_object();
    if (!report.folds) return;
    const FoldFigure figure = fold_figure(model.schema.task(), *report.folds, report.folds->chosen);
    json.key("cross_validated");
    json.begin_object();
    json.member("measure", figure.measure);
    json.member("value", figure.value);
    json.member("low", figure.interval.low);
    json.member("high", figure.interval.high);
    json.member("folds", report.folds->folds);
    json.key("sequence");
    write_sequence(json, model.schema.task(), *report.folds);
    json.end_object();
}

std::string sequence_json(const WeakestLinks& links) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.key("sequence");
    json.begin_array();
    for (const SequenceMember& member : links.members()) {
        json.line_break();
        json.begin_object();
        json.member("alpha", member.alpha);
        json.member("leaves", member.leaves);
        json.member("loss", member.loss);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text + "\n";
}

std::string prunings_json(const PruningComparison& comparison, const Spelling& spelling) {
    const PruningUnit unit(comparison);
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("measure", unit.measure());
    json.member("folds", comparison.sequence.folds);
    json.member("recommended", comparison.results[comparison.recommended].method);
    json.key("methods");
    json.begin_array();
    for (const PruningResult& result : comparison.results) write_pruning_result(json, result, unit, spelling);
    json.end_array();
    json.line_break();
    json.key("sequence");
    write_sequence(json, comparison.task, comparison.sequence);
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
