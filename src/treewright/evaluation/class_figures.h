// Metrics of a classifier on labelled rows.
#pragma once

#include <optional>
#include <vector>

#include "treewright/criteria/criterion.h"
#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"

namespace treewright {

struct ClassFigureOptions {
    IntervalPlan intervals;
    CostMatrix costs;                     ///< empty: no mean cost
    std::optional<std::size_t> positive;  ///< two classes: the positive class of the AUC; empty: the second
};

/// One class against all others.
struct OneClassFigures {
    double rows = 0.0;       ///< weight of its rows
    double predicted = 0.0;  ///< weight of the rows that it was predicted for
    Figure precision;        ///< not defined for a class that was never predicted
    Figure recall;           ///< not defined for a class without rows
    Figure f1;               ///< not defined for a class that is neither
    Figure auc;              ///< not defined unless there are rows of it and of others
};

struct ClassFigures {
    double rows = 0.0;             ///< weight of all
    ClassTable<double> confusion;  ///< weight of the rows of each true class (rows of the matrix) by predicted class
    Figure accuracy;
    Figure error;
    std::vector<OneClassFigures> classes;
    // Means over the classes that have rows or were predicted; what is not defined counts as 0 in them.
    Figure precision;
    Figure recall;
    Figure f1;
    Figure auc;  ///< of the positive class; with three or more, the mean over those that have one
    Figure
        log_loss;  ///< natural logarithms; p clipped at 1/(2(n + 1)) from 0 and 1, n being the leaf's rows, then over their sum
    Figure brier;  ///< Σ over the classes of (p − y)²: from 0 to 2
    Figure cost;   ///< per row; not defined without costs

    /// The weight of the rows of a class that another one, or the same, was predicted for.
    [[nodiscard]] double confused(std::size_t truth, std::size_t predicted) const {
        return confusion.at(truth, predicted, classes.size());
    }
};

[[nodiscard]] ClassFigures figures_of(const OutcomeTable& table, const ClassFigureOptions& options);

}  // namespace treewright
