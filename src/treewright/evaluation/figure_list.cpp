#include "treewright/evaluation/figure_list.h"

namespace treewright {

namespace {

std::vector<ListedFigure> defined_ones(std::vector<ListedFigure> list) {
    std::erase_if(list, [](const ListedFigure& listed) { return !listed.figure.is_defined(); });
    return list;
}

}  // namespace

std::vector<ListedFigure> list_figures(const ClassFigures& figures, const ClassFigures& baseline, const std::string& positive) {
    const std::string area = positive.empty() ? "AUC, mean of classes" : "AUC of '" + positive + "'";
    using enum FigureUnit;
    return defined_ones({
        {"accuracy", "accuracy", share, figures.accuracy, baseline.accuracy.value},
        {"error", "error", share, figures.error, baseline.error.value},
        {"precision", "precision, mean of classes", share, figures.precision, baseline.precision.value},
        {"recall", "recall, mean of classes", share, figures.recall, baseline.recall.value},
        {"f1", "F1, mean of classes", number, figures.f1, baseline.f1.value},
        {"auc", area, number, figures.auc, baseline.auc.value},
        {"log_loss", "log loss", number, figures.log_loss, baseline.log_loss.value},
        {"brier", "Brier score", number, figures.brier, baseline.brier.value},
        {"cost", "mean cost", number, figures.cost, baseline.cost.value},
    });
}

std::vector<ListedFigure> list_figures(const NumberFigures& figures, const NumberFigures& baseline) {
    using enum FigureUnit;
    return defined_ones({
        {"rmse", "root mean squared error", number, figures.rmse, baseline.rmse.value},
        {"mae", "mean absolute error", number, figures.mae, baseline.mae.value},
        {"r_squared", "R²", number, figures.r_squared, baseline.r_squared.value},
    });
}

}  // namespace treewright
