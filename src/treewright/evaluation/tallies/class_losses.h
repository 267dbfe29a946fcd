// Losses of a prediction, given the true class.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/criteria/criterion.h"
#include "treewright/evaluation/outcome_table.h"

namespace treewright {

struct ClassLosses {
    double log_loss = 0.0;
    double brier = 0.0;
    double cost = 0.0;

    void add(const ClassLosses& others, double weight) {
        log_loss += weight * others.log_loss;
        brier += weight * others.brier;
        cost += weight * others.cost;
    }
};

/// Rows of one class with one prediction.
struct OutcomeCell {
    std::size_t prediction = 0;
    std::size_t truth = 0;
    std::size_t predicted = 0;  ///< the class
    double rows = 0.0;          ///< as intervals count them
    ClassLosses losses;         ///< of one of them
};

/// The cells that have rows. Costs may be empty: then they are 0.
[[nodiscard]] std::vector<OutcomeCell> outcome_cells(const OutcomeTable& table, const CostMatrix& costs);

/// A leaf of n rows cannot show that a class never occurs: the log loss clips probabilities to this and 1 minus this.
[[nodiscard]] inline double least_probability(double leaf_rows) { return 1.0 / (2.0 * (leaf_rows + 1.0)); }

}  // namespace treewright
