// An evaluation as JSON.
#include "treewright/report/evaluation_report.h"
#include "treewright/report/json/figure_json.h"
#include "treewright/report/text/figures_text.h"

namespace treewright {

namespace {

void write_classes(JsonWriter& json, const EvaluationResult& report) {
    json.key("classes");
    json.begin_array();
    for (std::size_t j = 0; j < report.schema.classes().size(); ++j) {
        const OneClassFigures& one = report.classes->figures.classes[j];
        json.line_break();
        json.begin_object();
        json.member("class", report.class_name(j));
        json.member("rows", one.rows);
        json.member("predicted", one.predicted);
        const auto member = [&](const char* name, const Figure& figure) {
            json.key(name);
            json.begin_object();
            write_figure(json, figure);
            json.end_object();
        };
        member("precision", one.precision);
        member("recall", one.recall);
        member("f1", one.f1);
        member("auc", one.auc);
        json.end_object();
    }
    json.end_array();
}

void write_calibration(JsonWriter& json, const EvaluationResult& report) {
    const ClassEvaluation& classes = *report.classes;
    json.line_break();
    json.key("calibration");
    json.begin_object();
    if (classes.positive) json.member("class", report.class_name(*classes.positive));
    json.member("expected_error", classes.calibration.expected_error);
    json.member("expected_by_chance", classes.calibration.by_chance);
    json.key("bins");
    json.begin_array();
    for (const CalibrationBin& bin : classes.calibration.bins) {
        json.line_break();
        json.begin_object();
        json.member("lowest", bin.lowest);
        json.member("highest", bin.highest);
        json.member("rows", bin.rows);
        json.member("said", bin.said);
        json.key("happened");
        json.begin_object();
        write_figure(json, bin.happened);
        json.end_object();
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_importance(JsonWriter& json, const EvaluationResult& report) {
    json.line_break();
    json.key("importance");
    json.begin_array();
    for (const FeatureId feature : by_importance(report.importance)) {
        json.line_break();
        json.begin_object();
        json.member("feature", report.schema.features[feature].name);
        write_figure(json, report.importance[feature]);
        json.end_object();
    }
    json.end_array();
}

void write_baseline(JsonWriter& json, const EvaluationResult& report) {
    json.key("baseline");
    if (report.classes)
        json.value(report.class_name(report.classes->constant));
    else
        json.value(report.numbers->constant);
}

}  // namespace

std::string evaluation_json(const EvaluationResult& report) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("model", report.model);
    json.member("data", report.data);
    json.member("task", report.classes ? "classification" : "regression");
    json.member("target", report.schema.target.name);
    json.member("rows", report.rows());
    write_baseline(json, report);
    json.line_break();
    json.key("figures");
    json.begin_object();
    write_figures(json, report.figures);
    json.end_object();
    if (report.classes) {
        if (report.classes->positive) json.member("positive", report.class_name(*report.classes->positive));
        json.line_break();
        write_classes(json, report);
        json.line_break();
        write_confusion(json, report.classes->figures);
        write_calibration(json, report);
    }
    if (!report.importance.empty()) write_importance(json, report);
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
