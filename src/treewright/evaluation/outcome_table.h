// Scored rows counted: for every different prediction the weight of the rows of each class. All that is to be known about a classifier
// follows from this table, and it has a row for each leaf, not for each row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "treewright/evaluation/scored_rows.h"

namespace treewright {

struct OutcomeTable {
    Predictions predictions;      ///< different ones that some row has, in an order that that of the rows does not change
    std::vector<double> weights;  ///< of the rows of each class, one prediction behind the other
    /// How many rows a unit of weight counts as in an interval: 1 where weights are numbers of rows.
    double rows_a_weight = 1.0;

    [[nodiscard]] std::size_t classes() const { return predictions.classes; }
    [[nodiscard]] std::span<const double> weights_of(std::size_t prediction) const {
        return std::span(weights).subspan(prediction * classes(), classes());
    }
};

/// What weights stand for: so many equal rows, or an importance; then intervals count (Σw)²/Σw² rows.
enum class WeightMeaning { rows, importance };

/// (Σw)²/Σw² over Σw, or 1 where weights are numbers of rows.
[[nodiscard]] double rows_a_weight(std::span<const double> weights, WeightMeaning meaning);

[[nodiscard]] OutcomeTable count_outcomes(const ScoredRows& rows, WeightMeaning meaning = WeightMeaning::rows);

/// The weight of each class.
[[nodiscard]] std::vector<double> class_totals(const OutcomeTable& table);

/// The same rows, had one thing been predicted for all of them.
[[nodiscard]] OutcomeTable with_prediction(const OutcomeTable& table, const Predictions& single);

}  // namespace treewright
