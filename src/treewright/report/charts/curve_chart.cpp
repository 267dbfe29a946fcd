// A learning curve as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "treewright/export/svg_chart.h"
#include "treewright/report/curve_report.h"
#include "treewright/report/text/curve_words.h"

namespace treewright {

namespace {

std::vector<SvgPoint> points_of(const CurveResult& result, double (*figure)(const Figure&),
                                const std::vector<Figure>& figures) {
    std::vector<SvgPoint> points;
    for (std::size_t i = 0; i < figures.size(); ++i) points.push_back({result.curve.sizes[i].rows, figure(figures[i])});
    return points;
}

void draw_law(const CurveResult& result, SvgChart& chart) {
    if (!result.has_law()) return;
    std::vector<SvgPoint> points;
    const double first = result.curve.sizes.back().rows;
    const double last = 2.0 * result.curve.table_rows;
    for (int i = 0; i <= 20; ++i) {
        const double rows = first * std::pow(last / first, i / 20.0);
        points.push_back({rows, result.projection.law.at(rows)});
    }
    chart.line(points, SvgColor::first, SvgStroke::dashed);
    chart.dot(points.back(), 3.0, SvgColor::first);
}

}  // namespace

std::string curve_svg(const CurveResult& result, const Spelling& spelling) {
    const bool percent = result.curve.kind == LossKind::error_rate;
    double high = result.curve.baseline;
    for (const Figure& figure : result.test) high = std::max({high, drawn_interval(figure).high, figure.value});
    SvgChart chart(fmt::format("Learning curve: {}", result.table.target), projection_sentence(result, spelling),
                   {"training rows", result.curve.sizes.front().rows * 0.9, 2.2 * result.curve.table_rows, true, false},
                   {loss_name(result.curve.kind), 0.0, 1.05 * high, false, percent});
    const auto value = [](const Figure& figure) { return figure.value; };
    const auto test = points_of(result, value, result.test);
    const auto training = points_of(result, value, result.training);
    chart.band(
        points_of(
            result, [](const Figure& figure) { return drawn_interval(figure).low; }, result.test),
        points_of(result, [](const Figure& figure) { return drawn_interval(figure).high; }, result.test), SvgColor::first);
    chart.line(test, SvgColor::first);
    for (const SvgPoint& point : test) chart.dot(point, 3.0, SvgColor::first);
    chart.line(training, SvgColor::second);
    for (const SvgPoint& point : training) chart.dot(point, 3.0, SvgColor::second);
    chart.label("rows held out", test.back().y, SvgColor::first);
    chart.label("training rows", training.back().y, SvgColor::second);
    const double left = result.curve.sizes.front().rows * 0.9;
    const std::vector<SvgPoint> baseline = {{left, result.curve.baseline},
                                            {2.2 * result.curve.table_rows, result.curve.baseline}};
    chart.line(baseline, SvgColor::ink, SvgStroke::dashed);
    chart.label(baseline_words(result.curve.kind), result.curve.baseline, SvgColor::ink);
    draw_law(result, chart);
    chart.caption(projection_sentence(result, spelling));
    chart.caption(std::string("Band: 95 % interval by Nadeau and Bengio.") +
                  (result.has_law() ? " Dashed: the fitted law, up to twice the rows." : ""));
    return chart.svg();
}

}  // namespace treewright
