#include "treewright/report/evaluation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/svg_chart.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"
#include "treewright/report/parts/figures.h"

namespace treewright {

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view minus = "−";
constexpr std::size_t most_classes = 30;

/// A share in points of a hundred, with the sign that other figures have.
std::string points_text(double share) {
    const std::string text = fixed_text(100.0 * share, 1);
    return text.starts_with('-') ? std::string(minus) + text.substr(1) : text;
}

/// "adult.tree on test.csv: 400 rows".
std::string title_of(const EvaluationResult& report) {
    return fmt::format("{} on {}: {}", printable(report.model), printable(report.data), rows_text(report.rows()));
}

std::string class_word(const EvaluationResult& report, std::size_t position) { return shown_name(report.class_name(position)); }

std::string share_with_interval(const Figure& figure) {
    if (!figure.is_defined()) return "–";
    return fmt::format("{} ({}–{})", figure_value(figure.value, FigureUnit::share), fixed_text(100.0 * figure.interval.low, 1),
                       fixed_text(100.0 * figure.interval.high, 1));
}

Document classes_part(const EvaluationResult& report, const Spelling& spelling) {
    const std::vector<OneClassFigures>& classes = report.classes->figures.classes;
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right, TextTable::Align::right,
                     TextTable::Align::right, TextTable::Align::right});
    table.add_row({"class", "rows", "precision", "recall", "F1", "AUC"});
    for (std::size_t j = 0; j < std::min(classes.size(), most_classes); ++j)
        table.add_row({class_word(report, j), count_text(classes[j].rows), share_with_interval(classes[j].precision),
                       share_with_interval(classes[j].recall), figure_value(classes[j].f1.value, FigureUnit::number),
                       figure_value(classes[j].auc.value, FigureUnit::number)});
    Document part;
    part.heading("By class, with 95 % intervals of precision and recall").table(std::move(table));
    if (classes.size() > most_classes)
        part.line(fmt::format("… {} more classes; {} has them all", classes.size() - most_classes, spelling({"json"})));
    return part;
}

std::string description_of(const ClassEvaluation& classes) {
    std::string text = "Predicted and observed, bin by bin:";
    for (const CalibrationBin& bin : classes.calibration.bins)
        text += fmt::format(" {} and {} ({}).", figure_value(bin.predicted, FigureUnit::share),
                            figure_value(bin.observed.value, FigureUnit::share), rows_text(bin.rows));
    return text;
}

std::string dash_sentence(const EvaluationResult& report) {
    const bool all = std::all_of(report.figures.begin(), report.figures.end(),
                                 [](const ListedFigure& listed) { return listed.figure.has_interval(); });
    return all ? "" : " A dash: the rows are too few or too much alike for an interval.";
}

std::string baseline_sentence(const EvaluationResult& report) {
    if (report.numbers)
        return fmt::format("The baseline predicts {}, the training mean, for every row.",
                           readable_number(report.numbers->constant));
    const ClassEvaluation& classes = *report.classes;
    const std::string of_costs = classes.cheapest && classes.cheapest != classes.constant
                                     ? fmt::format(" ('{}' for the mean cost)", report.class_name(*classes.cheapest))
                                     : "";
    return fmt::format(
        "The baseline predicts '{}'{} for every row, with the class shares of the training table as probabilities. For the log "
        "loss, probabilities of a leaf of n rows are clipped at 1/(2(n + 1)) from 0 and 1{}.",
        report.class_name(classes.constant), of_costs, report.schema.classes().size() > 2 ? ", then divided by their sum" : "");
}

}  // namespace

Document calibration_part(const EvaluationResult& report) {
    const ClassEvaluation& classes = *report.classes;
    const std::string what = classes.positive ? fmt::format("the probability of '{}'", report.class_name(*classes.positive))
                                              : "the probability of the predicted class";
    TextTable table({TextTable::Align::right, TextTable::Align::right, TextTable::Align::right, TextTable::Align::right});
    table.add_row({"predicted", "observed", "95 % interval", "rows"});
    for (const CalibrationBin& bin : classes.calibration.bins)
        table.add_row({figure_value(bin.predicted, FigureUnit::share), figure_value(bin.observed.value, FigureUnit::share),
                       figure_interval(bin.observed, FigureUnit::share), count_text(bin.rows)});
    Document part;
    return part.title(fmt::format("Calibration: {}, and the observed frequency", what))
        .chart(calibration_svg(report), description_of(classes))
        .table(std::move(table))
        .paragraph(fmt::format("On average, predicted and observed are {} points apart (expected calibration error); "
                               "with this many rows chance alone gives about {}.",
                               fixed_text(100.0 * classes.calibration.expected_error, 1),
                               fixed_text(100.0 * classes.calibration.by_chance, 1)));
}

Document importance_part(const EvaluationResult& report) {
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right});
    table.add_row({"feature", report.classes ? "accuracy lost" : "RMSE added", "95 % interval"});
    std::size_t unused = 0;
    for (const FeatureId feature : by_importance(report.importance)) {
        const Figure& figure = report.importance[feature];
        if (figure.value == 0.0 && !figure.has_interval()) {
            ++unused;
            continue;
        }
        table.add_row({shown_name(report.schema.features[feature].name),
                       report.classes ? points_text(figure.value) + " points" : figure_text(figure.value),
                       report.classes && figure.has_interval()
                           ? fmt::format("{} to {}", points_text(figure.interval.low), points_text(figure.interval.high))
                           : figure_interval(figure, FigureUnit::number)});
    }
    if (unused == report.importance.size())
        return std::move(Document().line(
            "Permutation importance: shuffling any column changes nothing: the model does not use it, or all its values are "
            "alike."));
    const std::string rest = unused == 0 ? ""
                                         : fmt::format(" {} of {} features {} nothing.", unused, report.schema.features.size(),
                                                       unused == 1 ? "changes" : "change");
    return Document()
        .heading("Permutation importance: how much worse the model gets when a column is shuffled")
        .table(std::move(table))
        .paragraph(fmt::format("Mean of {} shuffles per column.{}", report.repeats, rest));
}

Document evaluation_document(const EvaluationResult& report, const Spelling& spelling) {
    Document page;
    page.table(figures_table(report.figures)).paragraph(baseline_sentence(report) + dash_sentence(report));
    if (report.classes)
        page.gap()
            .append(confusion_part(report.classes->figures, report.schema.classes(), spelling))
            .gap()
            .append(classes_part(report, spelling))
            .gap()
            .append(calibration_part(report));
    if (!report.importance.empty()) page.gap().append(importance_part(report));
    return page;
}

std::string evaluation_text(const EvaluationResult& report, const Spelling& spelling) {
    return title_of(report) + "\n\n" + evaluation_document(report, spelling).text();
}

std::string evaluation_html(const EvaluationResult& report, const Spelling& spelling) {
    EvaluationResult named = report;
    named.model = without_folder(report.model);
    named.data = without_folder(report.data);
    return html_page(title_of(named), evaluation_document(named, spelling));
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

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
        json.member("predicted", bin.predicted);
        json.key("observed");
        json.begin_object();
        write_figure(json, bin.observed);
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

// --- as CSV ------------------------------------------------------------------------------------------------------------------

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

/// "no as yes": rows of 'no' that were predicted as 'yes'.
void add_confusion(const EvaluationResult& report, FigureLines& lines) {
    const std::size_t classes = report.schema.classes().size();
    for (std::size_t cell = 0; cell < classes * classes; ++cell)
        lines.add("confusion", fmt::format("{} as {}", report.class_name(cell / classes), report.class_name(cell % classes)),
                  {report.classes->figures.confused(cell / classes, cell % classes)});
}

/// "predicted 0.25": how often it was observed.
void add_calibration(const Calibration& calibration, FigureLines& lines) {
    for (const CalibrationBin& bin : calibration.bins)
        lines.add("calibration", fmt::format("predicted {}", number_text(bin.predicted)), bin.observed);
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

// --- the calibration chart ---------------------------------------------------------------------------------------------------

std::string calibration_svg(const EvaluationResult& report) {
    const ClassEvaluation& classes = *report.classes;
    const std::string what =
        classes.positive ? fmt::format("'{}'", report.class_name(*classes.positive)) : std::string("the predicted class");
    SvgChart chart("Calibration of " + report.model + " on " + report.data, description_of(classes),
                   {"predicted probability of " + what, 0.0, 1.0, false, true}, {"observed frequency", 0.0, 1.0, false, true});
    const SvgPoint diagonal[] = {{0.0, 0.0}, {1.0, 1.0}};
    chart.line(diagonal, SvgColor::ink, SvgStroke::dashed);
    chart.words({"predicted = observed", {1.0, 1.0}, 8.0, 4.0, SvgAnchor::start, SvgColor::ink});
    std::vector<SvgPoint> points;
    double most = 0.0;
    for (const CalibrationBin& bin : classes.calibration.bins) {
        points.push_back({bin.predicted, bin.observed.value});
        most = std::max(most, bin.rows);
    }
    chart.line(points, SvgColor::first);
    for (const CalibrationBin& bin : classes.calibration.bins) {
        chart.error_bar(bin.predicted, bin.observed.interval.low, bin.observed.interval.high, SvgColor::first);
        chart.dot({bin.predicted, bin.observed.value}, 3.0 + 4.0 * std::sqrt(bin.rows / most), SvgColor::first);
    }
    // Right of the plot if the last dot is near its edge, and clear of the diagonal's words there.
    const SvgPoint last = points.back();
    const SvgPoint place = last.x > 0.75 ? SvgPoint{1.0, last.y} : last;
    chart.words({"the model", place, last.x > 0.75 ? 8.0 : 14.0, last.y > 0.9 ? 24.0 : 4.0, SvgAnchor::start, SvgColor::first});
    chart.caption(fmt::format("Dots: {} in bins of whole leaves, larger for more rows; bars: 95 % intervals ({}).",
                              rows_text(report.rows()), word_for(classes.calibration.bins.front().observed.method)));
    chart.caption(fmt::format("Expected calibration error: {} points; chance alone: about {}.",
                              fixed_text(100.0 * classes.calibration.expected_error, 1),
                              fixed_text(100.0 * classes.calibration.by_chance, 1)));
    return chart.svg();
}

}  // namespace treewright
