// Labelled rows with the predictions of a model. A tree has few different predictions, one per leaf, however many rows
// there are: each is stored once, and a row has its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/prediction/any_predictor.h"

namespace treewright {

struct ScoredRows {
    Predictions predictions;
    std::vector<std::uint32_t> prediction;  ///< of each row, a position in `predictions`
    std::vector<ClassId> labels;            ///< classes: the true one, never missing
    std::vector<double> targets;            ///< numbers: the true one
    std::vector<double> weights;            ///< empty: every row counts once
    WeightMeaning weights_are = WeightMeaning::rows;
    std::size_t looks = 1;  ///< how often every row is there, with that share of its weight

    [[nodiscard]] std::size_t rows() const { return prediction.size(); }
    [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
    /// How many rows a unit of weight is worth in an interval: 1 where weights are numbers of rows.
    [[nodiscard]] double rows_per_weight() const {
        return treewright::rows_per_weight(weights, weights_are) /
               (weights_are == WeightMeaning::rows ? 1.0 : static_cast<double>(looks));
    }
    /// The rows of another model, such as that of another fold.
    void append(const ScoredRows& others);
};

/// Appends what is predicted for `rows` rows; labels and weights are the caller's. The first of the predictions are the predictor's own,
/// those of rows that end in several leaves follow.
void score(const AnyPredictor& predictor, const std::vector<Column>& features, std::size_t rows, const Threads& threads,
           ScoredRows& into);

/// All rows of a set that was read by the model's schema.
[[nodiscard]] ScoredRows score_rows(const AnyPredictor& predictor, const TrainingSet& set, const Threads& threads);
/// Some of them, in this order.
[[nodiscard]] ScoredRows score_rows(const AnyPredictor& predictor, const TrainingSet& set, std::span<const RowId> rows,
                                    const Threads& threads);
/// The same rows as the baseline predicts them.
[[nodiscard]] ScoredRows with_prediction(const ScoredRows& rows, const Predictions& single);

}  // namespace treewright
