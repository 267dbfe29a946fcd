// Rows whose label is known, with what a model says about them. A tree says few different things, one a leaf, however many rows there are:
// each is kept once, and a row says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/training_set.h"
#include "treewright/prediction/predict.h"
#include "treewright/rules/rule_model.h"

namespace treewright {

/// What can be predicted: a leaf, a rule, or the leaves of a row that ends in several.
struct Predictions {
    std::size_t classes = 0;            ///< 0: numbers
    std::vector<std::int32_t> labels;   ///< classes: the predicted one
    std::vector<double> probabilities;  ///< of each class, one prediction behind the other
    std::vector<double> evidence;       ///< weight of the training rows that the probabilities are shares of
    std::vector<double> values;         ///< numbers: the predicted one

    [[nodiscard]] std::size_t size() const { return classes == 0 ? values.size() : labels.size(); }
    [[nodiscard]] std::span<const double> probabilities_of(std::size_t prediction) const {
        return std::span(probabilities).subspan(prediction * classes, classes);
    }
    void append(const Predictions& others);
};

struct ScoredRows {
    Predictions predictions;
    std::vector<std::uint32_t> prediction;  ///< of each row, a position in `predictions`
    std::vector<std::int32_t> labels;       ///< classes: the true one, never missing
    std::vector<double> targets;            ///< numbers: the true one
    std::vector<double> weights;            ///< empty: every row counts once

    [[nodiscard]] std::size_t rows() const { return prediction.size(); }
    [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
    /// The rows of another model, such as that of another fold.
    void append(const ScoredRows& others);
};

/// A model of either kind, ready to score batches of rows. Keeps a reference to it.
class Scorer {
public:
    explicit Scorer(const Model& model);
    explicit Scorer(const RuleModel& model);
    Scorer(const Scorer&) = delete;
    Scorer& operator=(const Scorer&) = delete;
    ~Scorer();

    /// What the model can predict: begin with these, `score` appends those of rows that end in several leaves.
    [[nodiscard]] const Predictions& predictions() const { return predictions_; }
    /// What is predicted without looking at any feature: the heaviest class, or the mean. The baseline of every figure.
    [[nodiscard]] const Predictions& baseline() const { return baseline_; }
    /// Weight of each class in the training table.
    [[nodiscard]] const std::vector<double>& class_weights() const { return class_weights_; }

    /// Whether the model asks for a feature anywhere; the others cannot change a prediction.
    [[nodiscard]] const std::vector<bool>& asks() const { return asks_; }
    /// The first row with a value that the model refuses, if it does so.
    [[nodiscard]] std::optional<Refusal> find_refusal(const std::vector<Column>& features, std::size_t rows) const;

    /// Appends the predictions of `rows` rows; labels and weights are the caller's.
    void score(const std::vector<Column>& features, std::size_t rows, const Threads& threads, ScoredRows& into) const;

private:
    class Walk;
    class TreeWalk;
    class ListWalk;
    std::unique_ptr<Walk> walk_;
    Predictions predictions_;
    Predictions baseline_;
    std::vector<double> class_weights_;
    std::vector<bool> asks_;
};

/// All rows of a set that was read by the model's schema.
[[nodiscard]] ScoredRows score_rows(const Scorer& scorer, const TrainingSet& set, const Threads& threads);
/// Some of them, in this order.
[[nodiscard]] ScoredRows score_rows(const Scorer& scorer, const TrainingSet& set, std::span<const std::uint32_t> rows,
                                    const Threads& threads);
/// The same rows as the baseline predicts them.
[[nodiscard]] ScoredRows with_prediction(const ScoredRows& rows, const Predictions& single);

}  // namespace treewright
