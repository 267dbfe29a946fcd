// An evaluation as CSV.
#include <fmt/format.h>

#include <limits>

#include "treewright/base/number_text.h"
#include "treewright/data/csv_writer.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/report/text/figures_text.h"

namespace treewright {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

class FigureLines {
public:
    explicit FigureLines(std::string& text) : csv_([&text](std::string_view bytes) { text += bytes; }) {
        for (const char* name : {"figure", "of", "value", "low", "high", "interval", "baseline"}) csv_.text(name);
        csv_.end_row();
    }
    /// `of`: a class or a feature; empty for the whole.
    void add(std::string_view name, std::string_view of, const Figure& figure, double baseline = nothing) {
        csv_.text(name);
        of.empty() ? csv_.missing() : csv_.text(of);
        csv_.number(figure.value);
        csv_.number(figure.has_interval() ? figure.interval.low : nothing);
        csv_.number(figure.has_interval() ? figure.interval.high : nothing);
        figure.has_interval() ? csv_.text(word_for(figure.method)) : csv_.missing();
        csv_.number(baseline);
        csv_.end_row();
    }
    void finish() { csv_.finish(); }

private:
    CsvWriter csv_;
};

/// "no as yes": rows that are 'no' and were said to be 'yes'.
void add_confusion(const EvaluationResult& report, FigureLines& lines) {
    const std::size_t classes = report.schema.classes().size();
    for (std::size_t cell = 0; cell < classes * classes; ++cell)
        lines.add("confusion", fmt::format("{} as {}", report.class_name(cell / classes), report.class_name(cell % classes)),
                  {report.classes->figures.confusion[cell]});
}

/// "said 0.25": how often it was so.
void add_calibration(const Calibration& calibration, FigureLines& lines) {
    for (const CalibrationBin& bin : calibration.bins)
        lines.add("calibration", fmt::format("said {}", number_text(bin.said)), bin.happened);
    lines.add("expected_calibration_error", "", {calibration.expected_error}, calibration.by_chance);
}

}  // namespace

std::string evaluation_csv(const EvaluationResult& report) {
    std::string text;
    FigureLines lines(text);
    lines.add("rows", "", {report.rows(), {}, IntervalMethod::none});
    for (const ListedFigure& listed : report.figures) lines.add(listed.name, "", listed.figure, listed.baseline);
    for (std::size_t j = 0; report.classes && j < report.schema.classes().size(); ++j) {
        const OneClassFigures& one = report.classes->figures.classes[j];
        const std::string& name = report.class_name(j);
        lines.add("rows", name, {one.rows, {}, IntervalMethod::none});
        lines.add("precision", name, one.precision);
        lines.add("recall", name, one.recall);
        lines.add("f1", name, one.f1);
        lines.add("auc", name, one.auc);
    }
    if (report.classes) {
        add_confusion(report, lines);
        add_calibration(report.classes->calibration, lines);
    }
    for (const FeatureId feature : by_importance(report.importance))
        lines.add("importance", report.schema.features[feature].name, report.importance[feature]);
    lines.finish();
    return text;
}

}  // namespace treewright
