// Figures with their intervals as JSON.
#pragma once

#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/figure_list.h"

namespace treewright {

/// value, low, high and the name of the interval, as members.
void write_figure(JsonWriter& json, const Figure& figure);
/// Each by its name, with its baseline.
void write_figures(JsonWriter& json, const std::vector<ListedFigure>& figures);
/// Member "confusion": one row per true class, one column per predicted class.
void write_confusion(JsonWriter& json, const ClassFigures& figures);

}  // namespace treewright
