#include "treewright/evaluation/tallies/class_losses.h"

#include <algorithm>
#include <cmath>

namespace treewright {

namespace {

double sum_of_squares(std::span<const double> numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number * number;
    return sum;
}

/// Log loss, Brier score and cost of one prediction.
class PredictionLosses {
public:
    PredictionLosses(const OutcomeTable& table, std::size_t prediction)
        : probabilities_(table.predictions.probabilities_of(prediction)),
          squares_(sum_of_squares(probabilities_)),
          least_(least_probability(table.predictions.support[prediction])),
          predicted_(table.predictions.labels[prediction]) {}

    [[nodiscard]] ClassLosses at(std::size_t truth, const CostMatrix& costs) const {
        const double probability = probabilities_[truth];
        // Σ (p − y)²: only the true class has y = 1.
        const double brier = squares_ - probability * probability + (1.0 - probability) * (1.0 - probability);
        return {-std::log(std::clamp(probability, least_, 1.0 - least_)), std::max(0.0, brier),
                costs.empty() ? 0.0 : costs.at(truth, predicted_)};
    }
    [[nodiscard]] std::size_t predicted() const { return predicted_; }

private:
    std::span<const double> probabilities_;
    double squares_;
    double least_;
    std::size_t predicted_;
};

}  // namespace

std::vector<OutcomeCell> outcome_cells(const OutcomeTable& table, const CostMatrix& costs) {
    std::vector<OutcomeCell> cells;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) {
        const PredictionLosses losses(table, i);
        for (std::size_t truth = 0; truth < table.classes(); ++truth) {
            const double rows = table.weights_of(i)[truth] * table.rows_per_weight;
            if (rows > 0.0) cells.push_back({i, truth, losses.predicted(), rows, losses.at(truth, costs)});
        }
    }
    return cells;
}

}  // namespace treewright
