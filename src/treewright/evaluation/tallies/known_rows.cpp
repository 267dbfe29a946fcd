#include "treewright/evaluation/tallies/known_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

constexpr double tolerance = 1e-9;

bool is_near(double a, double b) { return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)); }

}  // namespace

bool look_like_training(const OutcomeTable& table, double training_weight) {
    const std::vector<double> totals = class_totals(table);
    if (!is_near(std::accumulate(totals.begin(), totals.end(), 0.0), training_weight)) return false;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) {
        const auto weights = table.weights_of(i);
        const auto shares = table.predictions.probabilities_of(i);
        const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
        const double leaves = total / table.predictions.support[i];  // equal leaves are one prediction
        if (leaves < 0.5 || !is_near(leaves, std::round(leaves))) return false;
        for (std::size_t j = 0; j < shares.size(); ++j)
            if (std::abs(weights[j] - shares[j] * total) > tolerance * total) return false;
    }
    return true;
}

bool look_like_training(const NumberFigures& figures, const Model& model) {
    if (!is_near(figures.rows, model.provenance.total_weight)) return false;
    double squares = 0.0;
    for (NodeId node = 0; node < model.tree.nodes.size(); ++node)
        if (model.tree.nodes[node].is_leaf()) squares += total_loss_at(model.tree, node);
    return is_near(figures.rmse.value, std::sqrt(squares / model.tree.nodes.front().weight));
}

}  // namespace treewright
