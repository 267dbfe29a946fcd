// The metrics of a model in one list, each with its name and that of the baseline: the same in every output.
#pragma once

#include <string>
#include <vector>

#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/number_figures.h"

namespace treewright {

enum class FigureUnit { share, number };  ///< a share is shown in percent

struct ListedFigure {
    std::string name;   ///< for programs: "log_loss"
    std::string words;  ///< for readers: "log loss"
    FigureUnit unit = FigureUnit::number;
    Figure figure;
    double baseline = 0.0;  ///< the same figure of the baseline; NaN where that has none
};

/// `positive`: the name of the class whose AUC it is; empty with three or more classes. Figures that are not defined are left out.
[[nodiscard]] std::vector<ListedFigure> list_figures(const ClassFigures& figures, const ClassFigures& baseline,
                                                     const std::string& positive);
[[nodiscard]] std::vector<ListedFigure> list_figures(const NumberFigures& figures, const NumberFigures& baseline);

}  // namespace treewright
