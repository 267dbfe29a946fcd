// The calibration curve as SVG.
#include <fmt/format.h>

#include <cmath>

#include "treewright/base/number_text.h"
#include "treewright/export/svg_chart.h"
#include "treewright/export/wording.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/report/text/figures_text.h"

namespace treewright {

namespace {

std::string description_of(const ClassEvaluation& classes) {
    std::string text = "Predicted and observed, bin by bin:";
    for (const CalibrationBin& bin : classes.calibration.bins)
        text += fmt::format(" {} and {} ({}).", figure_value(bin.said, FigureUnit::share),
                            figure_value(bin.happened.value, FigureUnit::share), rows_text(bin.rows));
    return text;
}

}  // namespace

std::string calibration_svg(const EvaluationResult& report) {
    const ClassEvaluation& classes = *report.classes;
    const std::string what =
        classes.positive ? fmt::format("'{}'", report.class_name(*classes.positive)) : std::string("the predicted class");
    SvgChart chart("Calibration of " + report.model + " on " + report.data, description_of(classes),
                   {"predicted probability of " + what, 0.0, 1.0, false, true}, {"observed frequency", 0.0, 1.0, false, true});
    const SvgPoint diagonal[] = {{0.0, 0.0}, {1.0, 1.0}};
    chart.line(diagonal, SvgColor::ink, SvgStroke::dashed);
    chart.words({"said = happened", {1.0, 1.0}, 8.0, 4.0, SvgAnchor::start, SvgColor::ink});
    std::vector<SvgPoint> points;
    double most = 0.0;
    for (const CalibrationBin& bin : classes.calibration.bins) {
        points.push_back({bin.said, bin.happened.value});
        most = std::max(most, bin.rows);
    }
    chart.line(points, SvgColor::first);
    for (const CalibrationBin& bin : classes.calibration.bins) {
        chart.error_bar(bin.said, bin.happened.interval.low, bin.happened.interval.high, SvgColor::first);
        chart.dot({bin.said, bin.happened.value}, 3.0 + 4.0 * std::sqrt(bin.rows / most), SvgColor::first);
    }
    // Right of the plot if the last dot is near its edge, and clear of the diagonal's words there.
    const SvgPoint last = points.back();
    const SvgPoint place = last.x > 0.75 ? SvgPoint{1.0, last.y} : last;
    chart.words({"the model", place, last.x > 0.75 ? 8.0 : 14.0, last.y > 0.9 ? 24.0 : 4.0, SvgAnchor::start, SvgColor::first});
    chart.caption(fmt::format("Dots: {} in bins of whole leaves, larger for more rows; bars: 95 % intervals ({}).",
                              rows_text(report.rows()), word_for(classes.calibration.bins.front().happened.method)));
    chart.caption(fmt::format("Expected calibration error: {} points; chance alone: about {}.",
                              fixed_text(100.0 * classes.calibration.expected_error, 1),
                              fixed_text(100.0 * classes.calibration.by_chance, 1)));
    return chart.svg();
}

}  // namespace treewright
