// treewright curve: how good a learner is with fewer rows, and what more would bring.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/console/page.h"
#include "cli/evaluation_report.h"
#include "cli/flags/common_options.h"
#include "cli/flags/data_options.h"
#include "cli/flags/output_file.h"
#include "cli/flags/plan_options.h"
#include "cli/flags/training_options.h"
#include "cli/loss_words.h"
#include "cli/model_summary.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/export/svg_chart.h"
#include "treewright/export/wording.h"
#include "treewright/io/csv_writer.h"
#include "treewright/resampling/learning_curve.h"

namespace treewright::cli {

namespace {

/// Where there is none, the value itself.
Interval drawn_interval(const Figure& figure) {
    return figure.has_interval() ? figure.interval : Interval{figure.value, figure.value};
}

constexpr std::size_t widest_plot = 32;
constexpr std::size_t narrowest_plot = 16;

struct CurveRequest {
    CommonOptions common;
    std::string data;
    ReadOptions read;
    TargetOptions target;
    CurvePlan plan;
    TrainingFlags training;
    OutputOptions svg = {{}, false, "--svg"};
    bool csv = false;
};

void declare(ArgumentParser& parser, CurveRequest& request) {
    parser.explain(
        "Trains with more and more of the rows and tests on others, several times, and draws what comes of it. A power law "
        "through the means says what twice the rows would bring. The options of the learner are those of train.");
    parser.positional("DATA", "a CSV, ARFF, Parquet or Arrow file, also compressed (gzip, zstd); - is standard input",
                      request.data);
    declare_target(parser, request.target, "the column to predict: a name, last, or #15 for the fifteenth");
    parser.require("--target");
    parser.group("The curve");
    parser.option({"--sizes", "N", "numbers of training rows, in equal steps of the logarithm [8]", Times::once},
                  [&request](const std::string& text) { request.plan.sizes = whole_number("--sizes", text, 3, 50); });
    parser.option({"--repeats", "N", "random splits [10]", Times::once},
                  [&request](const std::string& text) { request.plan.repeats = whole_number("--repeats", text, 2, 10000); });
    parser.option({"--holdout", "SHARE", "the share of the rows that is tested on [0.25]", Times::once},
                  [&request](const std::string& text) { request.plan.held_out = holdout_share(text); });
    declare_group(parser, request.target);
    parser.group("Results");
    parser.text("--svg", "FILE", "also draw the curve as SVG", request.svg.path);
    parser.flag("--force", "overwrite FILE if it exists", request.svg.force);
    parser.flag("--csv", "print the sizes as CSV", request.csv);
    declare_training_beside_folds(parser, request.training);
    declare_format(parser, request.read);
    declare_types(parser, request.read);
    declare_common(parser, request.common);
    parser.example("a curve as text and as a drawing", "treewright curve adult.csv --target income --svg curve.svg");
}

/// All that there is to tell.
struct CurveResult {
    const CurveRequest& request;
    const TrainingSet& set;
    const LearningCurve& curve;
    Projection projection;
    std::vector<Figure> test;  ///< by size
    std::vector<Figure> training;

    [[nodiscard]] bool has_law() const { return projection.verdict != Projection::Verdict::unclear; }
    [[nodiscard]] LossStyle style() const {
        return loss_style(curve.kind, test.back().value > 0.0 ? test.back().value : curve.baseline);
    }
};

// --- text -----------------------------------------------------------------------------------------------------------------------

std::string projection_sentence(const CurveResult& result) {
    const LossStyle style = result.style();
    const Projection& projection = result.projection;
    const std::string name = loss_name(style.kind);
    switch (projection.verdict) {
        case Projection::Verdict::unclear:
            return fmt::format(
                "What more rows would bring cannot be said: the {} does not fall steadily enough for a law. More --repeats may "
                "show one.",
                name);
        case Projection::Verdict::flat:
            return fmt::format("By the fitted curve, doubling the rows would change little: the {} stays at about {}.", name,
                               loss_text(style, projection.twice));
        case Projection::Verdict::falls: break;
    }
    return fmt::format("By the fitted curve, doubling the {} rows would lower the {} from {} to about {}.",
                       count_text(result.curve.table_rows), name, loss_text(style, projection.now),
                       loss_text(style, projection.twice));
}

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
    const LossStyle style = result.style();
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
                        i == 0 ? scale_text(result.style(), span) : drawn(result.test[i - 1], result.training[i - 1], span));
    return text;
}

void print_text(const CurveResult& result, Console& console) {
    const CurvePlan& plan = result.request.plan;
    const ResamplingPlan splits{Scheme::holdout, 0, plan.repeats, plan.held_out, plan.stratified, plan.seed};
    console.print(summary_paragraph(
        fmt::format("{}: {}, {}", result.set.source, table_rows_words(result.set), plan_words(splits, result.set))));
    console.print("\n" + curve_table(result) + "\n" + summary_paragraph(projection_sentence(result)));
    console.print(summary_paragraph(
        fmt::format("{} of the rows held out (o, with its interval) and of the training rows (t); {}: {}. Intervals in the "
                    "table are Nadeau-Bengio's, because the splits share rows.{}",
                    loss_name(result.curve.kind) == "error" ? "Error" : loss_name(result.curve.kind),
                    baseline_words(result.curve.kind), loss_text(result.style(), result.curve.baseline),
                    result.has_law() ? " What more rows would bring is a guess without one." : "")));
    if (result.request.svg.to_file()) console.print("\n" + summary_line("drawing", result.request.svg.path));
}

// --- SVG ------------------------------------------------------------------------------------------------------------------------

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

std::string curve_svg(const CurveResult& result) {
    const bool percent = result.curve.kind == LossKind::error_rate;
    double high = result.curve.baseline;
    for (const Figure& figure : result.test) high = std::max({high, drawn_interval(figure).high, figure.value});
    SvgChart chart(fmt::format("Learning curve: {}", result.set.target.schema.name), projection_sentence(result),
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
    chart.caption(projection_sentence(result));
    chart.caption(std::string("Band: 95 % interval by Nadeau and Bengio.") +
                  (result.has_law() ? " Dashed: the fitted law, up to twice the rows." : ""));
    return chart.svg();
}

void write_svg(const CurveResult& result, Console& console) {
    if (result.request.svg.path.empty()) return;
    OutputFile out(result.request.svg, console);
    out.write(curve_svg(result));
    out.commit();
}

// --- for programs ---------------------------------------------------------------------------------------------------------------

double mean_of(const std::vector<double>& numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number;
    return sum / static_cast<double>(numbers.size());
}

void print_csv(const CurveResult& result, Console& console) {
    CsvWriter csv([&console](std::string_view bytes) { console.print(bytes); });
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
        csv.number(mean_of(result.curve.sizes[i].leaves));
        csv.end_row();
    }
    csv.finish();
}

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

void print_json(const CurveResult& result, Console& console) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", result.request.data);
    json.member("rows", result.curve.table_rows);
    json.member("measure", loss_key(result.curve.kind));
    json.member("baseline", result.curve.baseline);
    json.member("repeats", result.request.plan.repeats);
    json.member("held_out", result.request.plan.held_out);
    json.key("sizes");
    json.begin_array();
    for (std::size_t i = 0; i < result.test.size(); ++i) {
        json.line_break();
        json.begin_object();
        json.member("rows", result.curve.sizes[i].rows);
        write_member(json, "training", result.training[i]);
        write_member(json, "test", result.test[i]);
        json.member("leaves", mean_of(result.curve.sizes[i].leaves));
        json.end_object();
    }
    json.end_array();
    json.line_break();
    write_projection(json, result.projection);
    json.end_object();
    console.print(text + "\n");
}

}  // namespace

void run_curve(const Arguments& arguments, Console& console) {
    CurveRequest request;
    ArgumentParser parser("curve", "how good a learner is with fewer rows, and what more would bring");
    declare(parser, request);
    if (!parse_or_help(parser, arguments, request.common, console)) return;
    if (request.csv && request.common.json) throw usage_error("--csv and --json do not go together: choose one of them");
    request.read.threads = request.common.threads;
    request.plan.seed = request.common.seed;
    std::vector<std::string> inputs = files_of(request.training);
    inputs.push_back(request.data);
    check_name(request.svg, "SVG");
    check_output(request.svg, inputs);
    read_class_files(request.training, console.progress());
    request.training.options.prune.seed = request.common.seed;
    const auto set =
        std::make_shared<const TrainingSet>(read_training_set(request.data, request.read, request.target, console));
    const auto validation = read_validation(request.training, request.target, request.read, *set, console);
    const Run run = console.run(request.common.threads);
    const Learner learner(set, request.training.options, run, validation);
    tell_about_pruning(learner, console);
    const LearningCurve curve = learning_curve(learner, request.plan, run);
    CurveResult result{request, *set, curve, project(curve, request.plan.seed), {}, {}};
    for (const CurveSize& size : curve.sizes) {
        result.test.push_back(mean_figure(size.test, curve));
        result.training.push_back(mean_figure(size.training, curve));
    }
    console.tell();
    write_svg(result, console);
    if (request.csv) return print_csv(result, console);
    if (request.common.json) return print_json(result, console);
    print_text(result, console);
}

}  // namespace treewright::cli
