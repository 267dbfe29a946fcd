#include "treewright/report/curve_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/svg_chart.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/figures.h"
#include "treewright/report/parts/loss_text.h"
#include "treewright/report/parts/plan_text.h"
#include "treewright/resampling/learning_curve.h"

namespace treewright {

namespace {

LossStyle style_of(const CurveResult& result) {
    return loss_style(result.curve.kind, result.test.back().value > 0.0 ? result.test.back().value : result.curve.baseline);
}

/// The interval to draw: where there is none, the value itself.
Interval drawn_interval(const Figure& figure) {
    return figure.has_interval() ? figure.interval : Interval{figure.value, figure.value};
}

/// The mean over the repeats of one size.
double mean_of_repeats(const std::vector<double>& numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number;
    return sum / static_cast<double>(numbers.size());
}

/// What twice the rows would bring.
std::string projection_sentence(const CurveResult& result, const Spelling& spelling) {
    const LossStyle style = style_of(result);
    const Projection& projection = result.projection;
    const std::string name = loss_name(style.kind);
    switch (projection.verdict) {
        case Projection::Verdict::unclear:
            return fmt::format(
                "What more rows would bring cannot be estimated: the {} does not fall steadily enough to fit a power law. More "
                "{} may help.",
                name, spelling({"repeats"}));
        case Projection::Verdict::flat:
            return fmt::format("By the fitted curve, doubling the rows would change little: the {} stays at about {}.", name,
                               loss_text(style, projection.twice));
        case Projection::Verdict::falls: break;
    }
    return fmt::format("By the fitted curve, doubling the {} rows would lower the {} from {} to about {}.",
                       count_text(result.curve.table_rows), name, loss_text(style, projection.now),
                       loss_text(style, projection.twice));
}

}  // namespace

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t widest_plot = 32;
constexpr std::size_t narrowest_plot = 16;

/// What the lines of the plot span, and how wide they are.
struct Span {
    double low = 0.0;
    double high = 1.0;
    std::size_t width = widest_plot;

    [[nodiscard]] std::size_t place(double value) const {
        const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
        return static_cast<std::size_t>(std::lround(share * static_cast<double>(width - 1)));
    }
};

Span span_of(const CurveResult& result) {
    Span span{result.training.front().value, result.test.front().value};
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        span.low = std::min({span.low, result.training[i].value, drawn_interval(result.test[i]).low, result.test[i].value});
        span.high = std::max({span.high, drawn_interval(result.test[i]).high, result.test[i].value});
    }
    if (!(span.high > span.low)) span.high = span.low + 1.0;
    return span;
}

std::string drawn(const Figure& test, const Figure& training, const Span& span) {
    std::string line(span.width, ' ');
    if (test.has_interval())
        for (std::size_t i = span.place(test.interval.low); i <= span.place(test.interval.high); ++i) line[i] = '-';
    line[span.place(training.value)] = 't';
    line[span.place(test.value)] = 'o';
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

/// The ends of the scale, over the plot.
std::string scale_text(const LossStyle& style, const Span& span) {
    const std::string low = loss_text(style, span.low), high = loss_text(style, span.high);
    const std::size_t taken = low.size() + high.size();
    return low + std::string(span.width > taken ? span.width - taken : 1, ' ') + high;
}

/// The rows of the table without the plot.
std::vector<std::vector<std::string>> curve_cells(const CurveResult& result) {
    const LossStyle style = style_of(result);
    std::vector<std::vector<std::string>> cells = {{"rows", "training", "test (95 % interval)"}};
    for (std::size_t i = 0; i < result.test.size(); ++i)
        cells.push_back({count_text(std::round(result.curve.sizes[i].rows)), loss_text(style, result.training[i].value),
                         loss_text(style, result.test[i])});
    return cells;
}

std::string curve_table(const CurveResult& result) {
    const std::vector<std::vector<std::string>> cells = curve_cells(result);
    std::array<std::size_t, 3> widths = {9, 9, 25};
    for (const auto& row : cells)
        for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    const std::size_t taken = widths[0] + widths[1] + widths[2] + 4;
    Span span = span_of(result);
    span.width = std::clamp(page_width - std::min(page_width, taken), narrowest_plot, widest_plot);
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text +=
            fmt::format("{:>{}} {:>{}} {:>{}}  {}\n", cells[i][0], widths[0], cells[i][1], widths[1], cells[i][2], widths[2],
                        i == 0 ? scale_text(style_of(result), span) : drawn(result.test[i - 1], result.training[i - 1], span));
    return text;
}

}  // namespace

namespace {

ResamplingPlan rounds_of(const CurvePlan& plan) {
    return {Scheme::holdout, 0, plan.repeats, plan.held_out, plan.stratified, plan.seed};
}

std::string curve_title(const CurveResult& result) { return plan_heading(result.table, rounds_of(result.plan)); }

/// For a page of HTML.
std::string page_title(const CurveResult& result) { return plan_title(result.table, rounds_of(result.plan)); }

/// What the figures are. `drawn_as`: the marks of the drawing, for held-out rows and for training rows.
std::string curve_legend(const CurveResult& result, const std::pair<std::string, std::string>& drawn_as) {
    const LossKind kind = result.curve.kind;
    return fmt::format("{} on the held-out rows{} and on the training rows{}; {}: {}. "
                       "Intervals in the table are Nadeau-Bengio's, because the splits share rows.{}",
                       loss_name(kind) == "error" ? "Error" : loss_name(kind), drawn_as.first, drawn_as.second,
                       baseline_words(kind), loss_text(style_of(result), result.curve.baseline),
                       result.has_law() ? " The extrapolation has no interval." : "");
}

}  // namespace

std::string curve_text(const CurveResult& result, const Spelling& spelling) {
    return summary_paragraph(curve_title(result)) + "\n" + curve_table(result) + "\n" +
           summary_paragraph(projection_sentence(result, spelling)) +
           summary_paragraph(curve_legend(result, {" (o, with its interval)", " (t)"}));
}

Document curve_document(const CurveResult& result, const Spelling& spelling) {
    using Align = TextTable::Align;
    TextTable table({Align::right, Align::right, Align::right});
    for (std::vector<std::string>& row : curve_cells(result)) table.add_row(std::move(row));
    return Document()
        .chart(curve_svg(result, spelling), "The table below as a chart: " + page_title(result))
        .table(std::move(table))
        .paragraph(projection_sentence(result, spelling))
        .paragraph(curve_legend(result, {}));
}

std::string curve_html(const CurveResult& result, const Spelling& spelling) {
    return html_page("Learning curve of " + page_title(result), curve_document(result, spelling));
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

void write_member(JsonWriter& json, std::string_view name, const Figure& figure) {
    json.key(name);
    json.begin_object();
    write_figure(json, figure);
    json.end_object();
}

void write_projection(JsonWriter& json, const Projection& projection) {
    using Verdict = Projection::Verdict;
    json.key("projection");
    json.begin_object();
    json.member("floor", projection.law.floor);
    json.member("height", projection.law.height);
    json.member("slope", projection.law.slope);
    json.member("unit", projection.law.unit);
    json.member("all_rows", projection.now);
    json.member("twice_the_rows", projection.twice);
    json.member("verdict", projection.verdict == Verdict::falls  ? "falls"
                           : projection.verdict == Verdict::flat ? "flat"
                                                                 : "unclear");
    json.end_object();
}

}  // namespace

std::string curve_json(const CurveResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    if (!file.empty()) json.member("file", file);
    json.member("rows", result.curve.table_rows);
    json.member("measure", loss_key(result.curve.kind));
    json.member("baseline", result.curve.baseline);
    json.member("repeats", result.plan.repeats);
    json.member("held_out", result.plan.held_out);
    json.key("sizes");
    json.begin_array();
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        json.line_break();
        json.begin_object();
        json.member("rows", result.curve.sizes[i].rows);
        write_member(json, "training", result.training[i]);
        write_member(json, "test", result.test[i]);
        json.member("leaves", mean_of_repeats(result.curve.sizes[i].leaves));
        json.end_object();
    }
    json.end_array();
    json.line_break();
    write_projection(json, result.projection);
    json.end_object();
    return text + "\n";
}

// --- as CSV ------------------------------------------------------------------------------------------------------------------

std::string curve_csv(const CurveResult& result) {
    std::string text;
    CsvWriter csv([&text](std::string_view bytes) { text += bytes; });
    for (const char* name : {"rows", "training", "training_low", "training_high", "test", "test_low", "test_high", "leaves"})
        csv.text(name);
    csv.end_row();
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        const Figure& training = result.training[i];
        const Figure& test = result.test[i];
        csv.number(result.curve.sizes[i].rows);
        for (const Figure* figure : {&training, &test}) {
            csv.number(figure->value);
            for (const double end : {figure->interval.low, figure->interval.high})
                figure->has_interval() ? csv.number(end) : csv.missing();
        }
        csv.number(mean_of_repeats(result.curve.sizes[i].leaves));
        csv.end_row();
    }
    csv.finish();
    return text;
}

// --- the chart ---------------------------------------------------------------------------------------------------------------

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
