// How the losses of prunings are written: as shares of errors, costs or root mean squared errors, with decimals that fit all.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/report/text/loss_text.h"
#include "treewright/training/prune_comparison.h"

namespace treewright {

struct PruningUnit {
    bool regression;
    bool is_cost;
    bool is_weighted;
    LossStyle style = {};  ///< decimals of all figures

    [[nodiscard]] std::string heading() const {
        return regression ? "RMSE" : is_cost ? "cost" : is_weighted ? "weighted errors" : "errors";
    }
    [[nodiscard]] std::string measure() const {
        return regression    ? "root_mean_squared_error"
               : is_cost     ? "mean_cost"
               : is_weighted ? "weighted_error_rate"
                             : "error_rate";
    }
    [[nodiscard]] double figure(double loss) const { return regression ? std::sqrt(std::max(0.0, loss)) : loss; }
    [[nodiscard]] std::string text(double loss) const { return loss_text(style, figure(loss)); }
    /// Of a root the error is that of the square by the slope of the root.
    [[nodiscard]] double reach(const PruningResult& result) const {
        return regression && result.loss > 0.0 ? result.standard_error / (2.0 * std::sqrt(result.loss)) : result.standard_error;
    }
    [[nodiscard]] std::string reach_text(const PruningResult& result) const {
        return regression || is_cost ? loss_text(style, reach(result)) : fixed_text(100.0 * reach(result), 1);
    }
    PruningUnit(Task task, const PruningComparison& comparison)
        : regression(task == Task::regression),
          is_cost(comparison.sequence.is_cost),
          is_weighted(comparison.sequence.is_weighted) {
        std::vector<double> figures;
        for (const PruningResult& result : comparison.results) figures.push_back(figure(result.loss));
        style = loss_style(regression ? LossKind::root_mean_squared_error
                           : is_cost  ? LossKind::mean_cost
                                      : LossKind::error_rate,
                           figures);
    }
};

/// How training prunes so: "--prune cost-complexity --se 1".
inline std::string options_text(const PruningResult& result, const Spelling& spelling) {
    std::string text;
    for (const NamedOption& option : result.options) text += (text.empty() ? "" : " ") + spelling({option.name, option.value});
    return text;
}

}  // namespace treewright
