// Losses of several runs in their usual unit: a share of errors in percent, a mean cost, a root mean squared error.
#pragma once

#include <string>
#include <vector>

#include "treewright/evaluation/figure.h"
#include "treewright/resampling/cross_validation.h"
#include "treewright/resampling/table_facts.h"

namespace treewright {

/// "error", "mean cost", "RMSE".
std::string loss_name(LossKind kind);
/// As in JSON and CSV: "error_rate", "mean_cost", "root_mean_squared_error".
std::string loss_key(LossKind kind);

/// How the losses of one report are written: all with the same decimals, so that columns line up.
struct LossStyle {
    LossKind kind = LossKind::error_rate;
    int decimals = 1;
};
/// With the decimals that a loss like `typical` needs for four digits, as evaluate has them.
LossStyle loss_style(LossKind kind, double typical);
/// By the least of the losses that is not 0.
LossStyle loss_style(LossKind kind, const std::vector<double>& losses);

/// "14.3 %", "0.2143", "3.214", "39287.4".
std::string loss_text(const LossStyle& style, double loss);
/// "14.3 % (13.9 to 14.7 %)"; without the brackets where there is no interval.
std::string loss_text(const LossStyle& style, const Figure& figure);
/// "13.9 to 14.7 %".
std::string interval_text(const LossStyle& style, const Interval& interval);
/// "+2.5", "−3.5": points of a hundred for errors. Of 0 neither sign.
std::string difference_text(const LossStyle& style, double difference);
/// With decimals, and the minus sign that other figures have.
std::string signed_text(double value, int decimals);
/// What the baseline does, where it is not the same in all rounds: "the majority class", "the cheapest class", "the mean alone".
std::string baseline_words(LossKind kind);
/// "always 'yes'", if it is.
std::string baseline_words(const TableFacts& table, const CrossValidation& validation);

}  // namespace treewright
