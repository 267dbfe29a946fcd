// What `treewright cv` has to tell, for programs.
#include <fmt/format.h>

#include "cli/cv_report.h"
#include "treewright/data/csv_writer.h"
#include "treewright/report/json/figures_json.h"
#include "treewright/report/text/figures_text.h"

namespace treewright::cli {

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

void write_plan(JsonWriter& json, const ResamplingPlan& plan, const TrainingSet& set) {
    json.member("scheme", plan.scheme == Scheme::folds     ? "folds"
                          : plan.scheme == Scheme::holdout ? "holdout"
                                                           : "leave-one-out");
    if (plan.scheme == Scheme::folds) json.member("folds", plan.folds);
    if (plan.scheme == Scheme::holdout) json.member("held_out", plan.held_out);
    json.member("repeats", plan.repeats);
    json.member("stratified", plan.stratified && set.task() == Task::classification);
    if (set.group) json.member("group", set.group->schema.name);
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
        json.member(line_word(result.set), line_of(result.set, row));
        json.member("root_changes", influence.root_changes);
        json.member("path_changes", influence.path_changes);
        json.member("class_changes", influence.class_changes);
        json.member("moved", influence.moved);
        json.end_object();
    }
    json.end_array();
}

std::string influence_csv(const CvResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const std::string& name : {line_word(result.set), std::string("root_changes"), std::string("path_changes"),
                                    std::string("class_changes"), std::string("moved")})
        csv.text(name);
    csv.end_row();
    for (std::size_t row = 0; row < result.left_out->rows.size(); ++row) {
        const RowInfluence& influence = result.left_out->rows[row];
        csv.number(static_cast<double>(line_of(result.set, row)));
        csv.text(influence.root_changes ? "yes" : "no");
        csv.text(influence.path_changes ? "yes" : "no");
        csv.text(influence.class_changes ? "yes" : "no");
        csv.number(influence.moved);
        csv.end_row();
    }
    csv.finish();
    return text;
}

}  // namespace

void write_cv(JsonWriter& json, const CvResult& result) {
    const LossSummary& summary = result.summary;
    json.member("rows", result.set.rows);
    write_plan(json, result.plan, result.set);
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

std::string cv_csv(const CvResult& result) {
    if (result.left_out) return influence_csv(result);
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"repeat", "fold", "training_rows", "rows"}) csv.text(name);
    csv.text(loss_key(result.validation.kind));
    for (const char* name : {"baseline", "training_loss", "leaves", "depth"}) csv.text(name);
    csv.end_row();
    for (const Round& round : result.validation.rounds) {
        csv.number(static_cast<double>(round.repeat + 1));
        csv.number(static_cast<double>(round.fold + 1));
        for (const double number : {round.training_weight, round.test_weight, round.loss, round.baseline, round.training_loss,
                                    static_cast<double>(round.leaves), static_cast<double>(round.depth)})
            csv.number(number);
        csv.end_row();
    }
    csv.finish();
    return text;
}

}  // namespace treewright::cli
