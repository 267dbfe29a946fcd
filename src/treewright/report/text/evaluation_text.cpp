// An evaluation as text.
#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/evaluation_report.h"
#include "treewright/report/page.h"
#include "treewright/report/text/figures_text.h"

namespace treewright {

namespace {

constexpr std::string_view minus = "−";
constexpr std::size_t most_classes = 30;

/// A share in points of a hundred, with the sign that other figures have.
std::string points_text(double share) {
    const std::string text = fixed_text(100.0 * share, 1);
    return text.starts_with('-') ? std::string(minus) + text.substr(1) : text;
}

std::string class_word(const EvaluationResult& report, std::size_t position) { return shown_name(report.class_name(position)); }

std::string share_with_interval(const Figure& figure) {
    if (!figure.is_defined()) return "–";
    return fmt::format("{} ({}–{})", figure_value(figure.value, FigureUnit::share), fixed_text(100.0 * figure.interval.low, 1),
                       fixed_text(100.0 * figure.interval.high, 1));
}

std::string classes_text(const EvaluationResult& report, const Spelling& spelling) {
    const std::vector<OneClassFigures>& classes = report.classes->figures.classes;
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::right, TextTable::Align::right,
                     TextTable::Align::right, TextTable::Align::right});
    table.add_row({"class", "rows", "precision", "recall", "F1", "AUC"});
    for (std::size_t j = 0; j < std::min(classes.size(), most_classes); ++j)
        table.add_row({class_word(report, j), count_text(classes[j].rows), share_with_interval(classes[j].precision),
                       share_with_interval(classes[j].recall), figure_value(classes[j].f1.value, FigureUnit::number),
                       figure_value(classes[j].auc.value, FigureUnit::number)});
    const std::string more = classes.size() > most_classes ? fmt::format("… {} more classes; {} has them all\n",
                                                                         classes.size() - most_classes, spelling({"json"}))
                                                           : "";
    return "By class, with 95 % intervals of precision and recall\n" + table.text(0, page_width) + more;
}

std::string calibration_text(const EvaluationResult& report) {
    const ClassEvaluation& classes = *report.classes;
    const std::string what = classes.positive ? fmt::format("the probability of '{}'", report.class_name(*classes.positive))
                                              : "the probability of the predicted class";
    TextTable table({TextTable::Align::right, TextTable::Align::right, TextTable::Align::right, TextTable::Align::right});
    table.add_row({"predicted", "observed", "95 % interval", "rows"});
    for (const CalibrationBin& bin : classes.calibration.bins)
        table.add_row({figure_value(bin.said, FigureUnit::share), figure_value(bin.happened.value, FigureUnit::share),
                       figure_interval(bin.happened, FigureUnit::share), count_text(bin.rows)});
    return summary_paragraph(fmt::format("Calibration: {}, and the observed frequency", what)) + table.text(0, page_width) +
           summary_paragraph(fmt::format("On average, predicted and observed are {} points apart (expected calibration error); "
                                         "with this many rows chance alone gives about {}.",
                                         fixed_text(100.0 * classes.calibration.expected_error, 1),
                                         fixed_text(100.0 * classes.calibration.by_chance, 1)));
}

std::string importance_text(const EvaluationResult& report) {
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
        return "Permutation importance: shuffling any column changes nothing: the model does not use it, or all its values are "
               "alike.\n";
    const std::string rest = unused == 0 ? ""
                                         : fmt::format(" {} of {} features {} nothing.", unused, report.schema.features.size(),
                                                       unused == 1 ? "changes" : "change");
    return "Permutation importance: how much worse the model gets when a column is shuffled\n" + table.text(0, page_width) +
           summary_paragraph(fmt::format("Mean of {} shuffles per column.{}", report.repeats, rest));
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
        "loss, probabilities of a leaf of n rows are clipped at 1/(2(n + 1)) from 0 and 1.",
        report.class_name(classes.constant), of_costs);
}

}  // namespace

std::string evaluation_text(const EvaluationResult& report, const Spelling& spelling) {
    std::string text =
        fmt::format("{} on {}: {}\n\n{}", report.model, report.data, rows_text(report.rows()), figures_table(report.figures));
    text += summary_paragraph(baseline_sentence(report) + dash_sentence(report));
    if (report.classes)
        text += "\n" + confusion_text(report.classes->figures, report.schema.classes(), spelling) + "\n" +
                classes_text(report, spelling) + "\n" + calibration_text(report);
    if (!report.importance.empty()) text += "\n" + importance_text(report);
    return text;
}

}  // namespace treewright
