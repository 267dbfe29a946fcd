// Scored rows counted: for every different prediction the weight of the rows of each class. All metrics of a classifier follow
// from this table, which has one row per leaf, not per row of data.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "treewright/evaluation/scored_rows.h"

namespace treewright {

struct OutcomeTable {
    Predictions predictions;     ///< different ones that some row has, in an order that does not depend on that of the rows
    ClassTable<double> weights;  ///< of the rows, by prediction and true class
    /// How many rows a unit of weight is worth in an interval: 1 where weights are numbers of rows.
    double rows_per_weight = 1.0;

    [[nodiscard]] std::size_t classes() const { return predictions.classes; }
    [[nodiscard]] ClassRow<double> weights_of(std::size_t prediction) const { return weights.row(prediction, classes()); }
};

[[nodiscard]] OutcomeTable count_outcomes(const ScoredRows& rows);

/// The weight of each class.
[[nodiscard]] std::vector<double> class_totals(const OutcomeTable& table);

/// The same rows with a single prediction for all of them.
[[nodiscard]] OutcomeTable with_prediction(const OutcomeTable& table, const Predictions& single);

}  // namespace treewright
