// Figures with their intervals, for all reports: as text one by one, as a table, as a confusion matrix; as JSON.
#pragma once

#include <string>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/base/spelling.h"
#include "treewright/data/ids.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/figure_list.h"
#include "treewright/export/table_text.h"
#include "treewright/report/document.h"

namespace treewright {

/// "85.1 %" or "0.902"; "–" if it is not defined.
[[nodiscard]] std::string figure_value(double value, FigureUnit unit);
/// "83.5 to 86.6 %"; "–" without an interval.
[[nodiscard]] std::string figure_interval(const Figure& figure, FigureUnit unit);
/// One line per figure: value, interval, baseline, the method of the interval.
[[nodiscard]] TextTable figures_table(const std::vector<ListedFigure>& figures);
/// The confusion matrix, or the most frequent confusions where it is too wide for the page.
[[nodiscard]] Document confusion_part(const ClassFigures& figures, const std::vector<std::string>& classes,
                                      const Spelling& spelling);

/// The features by falling importance; those of equal importance in the order of the schema.
[[nodiscard]] std::vector<FeatureId> by_importance(const std::vector<Figure>& importance);

/// value, low, high and the name of the interval, as members.
void write_figure(JsonWriter& json, const Figure& figure);
/// Each by its name, with its baseline.
void write_figures(JsonWriter& json, const std::vector<ListedFigure>& figures);
/// Member "confusion": one row per true class, one column per predicted class.
void write_confusion(JsonWriter& json, const ClassFigures& figures);

}  // namespace treewright
