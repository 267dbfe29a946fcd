// Cross-validation as JSON.
#include "treewright/report/cv_report.h"
#include "treewright/report/json/figure_json.h"
#include "treewright/report/text/cv_words.h"

namespace treewright {

namespace {

void write_interval(JsonWriter& json, const Interval& interval) {
    json.begin_object();
    json.key("low");
    json.number_or_text(interval.low);
    json.key("high");
    json.number_or_text(interval.high);
    json.end_object();
}

void write_held_out(JsonWriter& json, const CvResult& result) {
    json.line_break();
    json.key("held_out");
    json.begin_object();
    json.member("rows", result.pooled.rows());
    write_figures(json, result.pooled.list);
    if (const auto* classes = std::get_if<ClassFigures>(&result.pooled.learner)) {
        json.line_break();
        write_confusion(json, *classes);
    }
    json.end_object();
}

void write_round(JsonWriter& json, const Round& round) {
    json.line_break();
    json.begin_object();
    json.member("repeat", round.repeat + 1);
    json.member("fold", round.fold + 1);
    json.member("training_rows", round.training_weight);
    json.member("rows", round.test_weight);
    json.member("loss", round.loss);
    json.member("baseline", round.baseline);
    json.member("training_loss", round.training_loss);
    json.member("leaves", round.leaves);
    json.member("depth", round.depth);
    json.end_object();
}

void write_plan(JsonWriter& json, const ResamplingPlan& plan, const TableFacts& table) {
    json.member("scheme", plan.scheme == Scheme::folds     ? "folds"
                          : plan.scheme == Scheme::holdout ? "holdout"
                                                           : "leave-one-out");
    if (plan.scheme == Scheme::folds) json.member("folds", plan.folds);
    if (plan.scheme == Scheme::holdout) json.member("held_out", plan.held_out);
    json.member("repeats", plan.repeats);
    json.member("stratified", plan.stratified && !table.is_regression());
    if (table.group) json.member("group", *table.group);
    json.member("seed", plan.seed);
}

void write_influence(JsonWriter& json, const CvResult& result) {
    json.line_break();
    json.key("influence");
    json.begin_array();
    for (const std::size_t row : by_influence(*result.left_out)) {
        const RowInfluence& influence = result.left_out->rows[row];
        json.line_break();
        json.begin_object();
        json.member(line_word(result.table), result.table.line_of(row));
        json.member("root_changes", influence.root_changes);
        json.member("path_changes", influence.path_changes);
        json.member("class_changes", influence.class_changes);
        json.member("moved", influence.moved);
        json.end_object();
    }
    json.end_array();
}

}  // namespace

void write_cv(JsonWriter& json, const CvResult& result) {
    const LossSummary& summary = result.summary;
    json.member("rows", result.table.rows);
    write_plan(json, result.plan, result.table);
    json.line_break();
    json.member("measure", loss_key(result.validation.kind));
    json.key("loss");
    json.begin_object();
    write_figure(json, summary.loss);
    json.end_object();
    if (result.validation.rounds.size() > 1) {
        json.key("plain_interval");
        write_interval(json, summary.plain);
    }
    json.member("baseline", summary.baseline);
    if (!result.validation.rounds.empty()) json.member("training_loss", summary.training);
    json.line_break();
    json.key("rounds");
    json.begin_array();
    for (const Round& round : result.validation.rounds) write_round(json, round);
    json.end_array();
    write_held_out(json, result);
    if (result.left_out) write_influence(json, result);
}

}  // namespace treewright
