#include "cli/pruning_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/model_summary.h"
#include "treewright/base/number_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"
#include "treewright/training/catalogue.h"

namespace treewright::cli {

namespace {

constexpr double normal_95 = 1.959963984540054;

std::string cross_validated_text(const Model& model, const FoldReport& folds) {
    const FoldFigure figure = figure_of(model, folds, folds.chosen);
    const std::string what = figure.measure == "error_rate"            ? "errors"
                             : figure.measure == "weighted_error_rate" ? "errors, weighted by priors or class weights"
                             : figure.measure == "mean_cost"           ? "cost a row"
                                                                       : "root mean squared";
    return fmt::format("{} {} ({} folds; the tree was chosen by it, so it is slightly optimistic)", fold_figure_text(figure),
                       what, folds.folds);
}

/// The sequence need not have a tree of every size.
std::string fewer_than_asked(const PruneOptions& options, std::size_t leaves, std::size_t grown_leaves) {
    const bool by_size = options.method == PruneMethod::cost_complexity && options.leaves != no_limit && !options.alpha;
    if (!by_size || leaves == std::min(options.leaves, grown_leaves)) return "";
    return fmt::format(" (the sequence has no tree of {})", options.leaves);
}

}  // namespace

FoldFigure figure_of(const Model& model, const FoldReport& folds, std::size_t member) {
    const CurvePoint& point = folds.points[member];
    const double value = point.loss / folds.unit;
    const double reach = normal_95 * point.standard_error / folds.unit;
    const Interval plain{std::max(0.0, value - reach), value + reach};
    if (model.schema.task() == Task::regression)
        return {"root_mean_squared_error", std::sqrt(value), {std::sqrt(plain.low), std::sqrt(plain.high)}};
    if (folds.is_cost) return {"mean_cost", value, plain};
    // Wilson's where every row counts the same: near 0 the plain one is too narrow.
    if (folds.is_weighted) return {"weighted_error_rate", value, plain};
    return {"error_rate", value, wilson_interval(value, folds.weight)};
}

std::string fold_figure_text(const FoldFigure& figure) {
    if (figure.measure.ends_with("error_rate"))
        return fmt::format("{} % ({} to {} %)", fixed_text(100.0 * figure.value, 1), fixed_text(100.0 * figure.interval.low, 1),
                           fixed_text(100.0 * figure.interval.high, 1));
    return fmt::format("{} ({} to {})", figure_text(figure.value), figure_text(figure.interval.low),
                       figure_text(figure.interval.high));
}

std::string pruning_text(const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    if (report.pruning.method == PruneMethod::none && !report.pruning.merge_same_class) return "";
    const std::size_t leaves = leaf_count(model.tree);
    const std::string what =
        (leaves == grown_leaves ? "nothing to cut" : fmt::format("{} of {} leaves stay", leaves, grown_leaves)) +
        fewer_than_asked(report.pruning, leaves, grown_leaves);
    const std::string judges =
        report.validation_weight > 0.0 ? fmt::format(", judged by {} rows", count_text(report.validation_weight)) : "";
    const bool only_merged = report.pruning.method == PruneMethod::none;
    std::string text = summary_line(
        "pruning",
        fmt::format("{}: {}{}", only_merged ? "leaves of one class merged" : word_for(report.pruning.method), what, judges));
    if (report.folds) text += summary_line("cross-validated", cross_validated_text(model, *report.folds));
    return text;
}

void write_pruning(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves) {
    json.key("pruning");
    json.begin_object();
    json.member("method", word_for(report.pruning.method));
    json.member("leaves_before", grown_leaves);
    json.member("leaves_after", leaf_count(model.tree));
    if (report.validation_weight > 0.0) json.member("judged_by", report.validation_weight);
    json.end_object();
    if (!report.folds) return;
    const FoldFigure figure = figure_of(model, *report.folds, report.folds->chosen);
    json.key("cross_validated");
    json.begin_object();
    json.member("measure", figure.measure);
    json.member("value", figure.value);
    json.member("low", figure.interval.low);
    json.member("high", figure.interval.high);
    json.member("folds", report.folds->folds);
    json.key("sequence");
    write_sequence(json, model, *report.folds);
    json.end_object();
}

void write_sequence(JsonWriter& json, const Model& model, const FoldReport& folds) {
    json.begin_array();
    for (std::size_t member = 0; member < folds.members.size(); ++member) {
        const FoldFigure figure = figure_of(model, folds, member);
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

}  // namespace treewright::cli
