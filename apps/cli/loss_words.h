// Losses of several runs as readers know them: a share of errors in percent, a mean cost, a root mean squared error.
#pragma once

#include <string>

#include "treewright/evaluation/figure.h"
#include "treewright/resampling/cross_validation.h"

namespace treewright::cli {

/// "error", "mean cost", "RMSE".
std::string loss_name(LossKind kind);
/// As in JSON and CSV: "error_rate", "mean_cost", "root_mean_squared_error".
std::string loss_key(LossKind kind);
/// "14.3 %", "0.214", "3.21".
std::string loss_text(LossKind kind, double loss);
/// "14.3 % (13.9 to 14.7 %)"; without the brackets where there is no interval.
std::string loss_text(LossKind kind, const Figure& figure);
/// "13.9 to 14.7 %".
std::string interval_text(LossKind kind, const Interval& interval);
/// What the baseline does: "always 'yes'", "the majority class", "the mean alone".
std::string baseline_words(const TrainingSet& set, const HeldOutPredictions& held_out);

}  // namespace treewright::cli
