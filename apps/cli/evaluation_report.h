// All that `treewright evaluate` found out, ready to be told as text, JSON or CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/data/schema.h"
#include "treewright/evaluation/calibration.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/figure_list.h"
#include "treewright/evaluation/number_figures.h"

namespace treewright::cli {

struct ClassReport {
    ClassFigures figures;
    ClassFigures baseline;
    Calibration calibration;
    std::optional<std::size_t> positive;  ///< two classes
    std::size_t constant = 0;             ///< the class that the baseline always predicts: the most frequent one
    std::optional<std::size_t> cheapest =
        {};  ///< with costs: that which costs least if it is always said, the baseline of the cost
};

struct NumberReport {
    NumberFigures figures;
    NumberFigures baseline;
    double constant = 0.0;  ///< the number that the baseline always predicts
};

struct EvaluationReport {
    std::string model;
    std::string data;
    const Schema& schema;
    std::vector<ListedFigure> figures;
    std::optional<ClassReport> classes;
    std::optional<NumberReport> numbers;
    std::vector<Figure> importance;  ///< of each feature; empty unless asked for
    std::size_t repeats = 0;         ///< how often each column was shuffled

    [[nodiscard]] double rows() const { return classes ? classes->figures.rows : numbers->figures.rows; }
    [[nodiscard]] const std::string& class_name(std::size_t position) const { return schema.classes()[position]; }
};

[[nodiscard]] std::string evaluation_text(const EvaluationReport& report);
[[nodiscard]] std::string evaluation_json(const EvaluationReport& report);
/// A line a figure: figure, class, value, low, high, interval, baseline.
[[nodiscard]] std::string evaluation_csv(const EvaluationReport& report);
/// The calibration table drawn as SVG.
[[nodiscard]] std::string calibration_svg(const EvaluationReport& report);

/// The features by falling importance; those of equal importance in the order of the schema.
[[nodiscard]] std::vector<std::size_t> by_importance(const std::vector<Figure>& importance);

/// A line a figure: value, interval, baseline, whose interval it is.
[[nodiscard]] std::string figures_table(const std::vector<ListedFigure>& figures);
/// The confusion matrix, or the most frequent confusions where it is too wide for the page.
[[nodiscard]] std::string confusion_text(const ClassFigures& figures, const std::vector<std::string>& classes);

/// "85.1 %" or "0.902"; "–" if it is not defined.
[[nodiscard]] std::string figure_value(double value, FigureUnit unit);
/// "83.5 to 86.6 %"; "–" without an interval.
[[nodiscard]] std::string figure_interval(const Figure& figure, FigureUnit unit);
/// Member "confusion": a row a true class, a column a predicted one.
void write_confusion(JsonWriter& json, const ClassFigures& figures);
/// value, low, high and the name of the interval, as members.
void write_figure(JsonWriter& json, const Figure& figure);
/// Each by its name, with its baseline.
void write_figures(JsonWriter& json, const std::vector<ListedFigure>& figures);

}  // namespace treewright::cli
