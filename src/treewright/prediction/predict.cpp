#include "treewright/prediction/predict.h"

#include <algorithm>
#include <numeric>

#include "treewright/tree/condition.h"

namespace treewright {
namespace {

constexpr std::size_t rows_a_block = 4096;

const Column& column_at(const Tree& tree, std::uint32_t node, const std::vector<Column>& features) {
    return features[static_cast<std::size_t>(tree.nodes[node].feature)];
}

/// Why a cell is refused, as the end of a sentence.
std::string refusal_sentence(const Column& column, std::size_t row) {
    const bool unseen = !column.has_values() && column.codes[row] == unseen_code;
    const std::string what = unseen ? "' is a level that the model has never seen" : "' is missing";
    return "the value of '" + column.schema.name + what +
           ", and this model was trained with --missing error; fill it in, or train with another --missing method";
}

bool is_unknown(const Column& column, std::size_t row) {
    return column.has_values() ? is_missing(column.values[row]) : column.codes[row] < 0;
}

}  // namespace

std::uint32_t next_node(const Tree& tree, std::uint32_t node, const std::vector<Column>& features, std::size_t row) {
    const Column& column = column_at(tree, node, features);
    const std::uint32_t position =
        column.has_values() ? child_for_value(tree, node, column.values[row]) : child_for_code(tree, node, column.codes[row]);
    return tree.children_of(node)[position];
}

std::uint32_t find_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    std::uint32_t node = 0;
    while (!tree.nodes[node].is_leaf()) node = next_node(tree, node, features, row);
    return node;
}

std::vector<std::uint32_t> path_to_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    std::vector<std::uint32_t> path = {0};
    while (!tree.nodes[path.back()].is_leaf()) path.push_back(next_node(tree, path.back(), features, row));
    return path;
}

Predictor::Predictor(const Model& model) : model_(model), parents_(parents_of(model.tree)) {}

Outcome Predictor::outcome_at(std::uint32_t node) const {
    const Node& at = model_.tree.nodes[node];
    return {node, at.label, at.mean};
}

Outcome Predictor::predict(const std::vector<Column>& features, std::size_t row) const {
    return outcome_at(find_leaf(model_.tree, features, row));
}

std::vector<Outcome> Predictor::predict_all(const std::vector<Column>& features, std::size_t rows,
                                            const Threads& threads) const {
    std::vector<Outcome> outcomes(rows);
    threads.for_each((rows + rows_a_block - 1) / rows_a_block, [&](std::size_t block) {
        const std::size_t end = std::min(rows, (block + 1) * rows_a_block);
        for (std::size_t row = block * rows_a_block; row < end; ++row) outcomes[row] = predict(features, row);
    });
    return outcomes;
}

std::uint32_t Predictor::evidence(std::uint32_t node) const {
    return model_.tree.nodes[node].weight == 0.0 && parents_[node] != no_parent ? parents_[node] : node;
}

double Predictor::probability(std::uint32_t node, std::size_t class_position) const {
    const auto weights = model_.tree.class_weights_of(evidence(node));
    return weights[class_position] / std::accumulate(weights.begin(), weights.end(), 0.0);
}

void Predictor::probabilities(std::uint32_t node, std::span<double> shares) const {
    const auto weights = model_.tree.class_weights_of(evidence(node));
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::transform(weights.begin(), weights.end(), shares.begin(), [total](double weight) { return weight / total; });
}

Interval Predictor::confidence(std::uint32_t node) const {
    const std::uint32_t source = evidence(node);
    const Node& at = model_.tree.nodes[source];
    if (model_.schema.task() == Task::regression) return mean_interval({at.mean, at.impurity, at.weight});
    return wilson_interval(probability(node, static_cast<std::size_t>(model_.tree.nodes[node].label)), at.weight);
}

bool Predictor::refuses_missing() const { return model_.option("missing") == "error"; }

std::optional<Refusal> Predictor::find_refusal(const std::vector<Column>& features, std::size_t rows) const {
    if (!refuses_missing()) return std::nullopt;
    const Tree& tree = model_.tree;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::uint32_t node = 0; !tree.nodes[node].is_leaf(); node = next_node(tree, node, features, row)) {
            const Column& column = column_at(tree, node, features);
            if (is_unknown(column, row))
                return Refusal{row, static_cast<std::size_t>(tree.nodes[node].feature), refusal_sentence(column, row)};
        }
    return std::nullopt;
}

}  // namespace treewright
