// Summary of the rounds: a mean with its confidence interval, and metrics over all held-out rows.
#pragma once

#include <variant>

#include "treewright/evaluation/class_figures.h"
#include "treewright/evaluation/figure_list.h"
#include "treewright/evaluation/number_figures.h"
#include "treewright/resampling/cross_validation.h"
#include "treewright/training/leave_one_out.h"

namespace treewright {

/// The loss of all rounds.
struct LossSummary {
    Figure loss;      ///< the mean of the rounds; of one round, or one row per round, that of the rows
    Interval plain;   ///< mean ± 1.96·s/√J, which takes the rounds for independent; of meaning with several rounds only
    double baseline;  ///< of the majority or the mean of the training rows, over all held-out rows
    double training;  ///< the mean loss of the models on their own rows
    double pooled;    ///< over all held-out rows, as the baseline
};

/// Over all held-out rows, each with a total weight of one: by the learner and by the baseline. The AUC is the mean of the rounds'.
struct PooledFigures {
    std::variant<ClassFigures, NumberFigures> learner;
    std::variant<ClassFigures, NumberFigures> baseline;
    std::vector<ListedFigure> list;  ///< the same, by name

    [[nodiscard]] double rows() const {
        return std::visit([](const auto& figures) { return figures.rows; }, learner);
    }
};

/// How the figures are computed.
struct FigureOptions {
    CostMatrix costs;
    std::uint64_t seed = 1;  ///< of bootstrap intervals
    std::vector<std::string> classes = {};
};

PooledFigures pooled_figures(const CrossValidation& validation, const FigureOptions& options);
LossSummary summary_of(const CrossValidation& validation, const PooledFigures& pooled);

/// Rows left out one by one, as held-out rows of as many rounds, which have no figures of their own.
CrossValidation as_validation(const LeaveOneOut& left_out, const Learner& learner);

}  // namespace treewright
