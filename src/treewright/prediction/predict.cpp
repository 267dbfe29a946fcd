#include "treewright/prediction/predict.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/tree/condition.h"

namespace treewright {
namespace {

constexpr std::size_t rows_a_block = 1024;

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

template <class Value>
std::uint32_t find_leaf_of_cells(const Model& model, std::span<const Value> cells) {
    const Tree& tree = model.tree;
    std::uint32_t node = 0;
    while (!tree.nodes[node].is_leaf()) {
        const auto feature = static_cast<std::size_t>(tree.nodes[node].feature);
        const ColumnSchema& schema = model.schema.features[feature];
        const auto cell = static_cast<double>(cells[feature]);
        const std::uint32_t position = holds_values(schema.type)
                                           ? child_for_value(tree, node, cell)
                                           : child_for_code(tree, node, code_of_cell(cell, schema.levels.size()));
        node = tree.children_of(node)[position];
    }
    return node;
}

void check_room(std::size_t rows, std::size_t room) {
    if (room != rows)
        throw input_error("there is room for " + std::to_string(room) + " predictions of " + std::to_string(rows) +
                          " rows: give as much as there are rows");
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

std::uint32_t find_leaf(const Model& model, std::span<const float> cells) { return find_leaf_of_cells(model, cells); }
std::uint32_t find_leaf(const Model& model, std::span<const double> cells) { return find_leaf_of_cells(model, cells); }

std::vector<std::uint32_t> path_to_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row) {
    std::vector<std::uint32_t> path = {0};
    while (!tree.nodes[path.back()].is_leaf()) path.push_back(next_node(tree, path.back(), features, row));
    return path;
}

Predictor::Predictor(const Model& model) : model_(model), parents_(parents_of(model.tree)), finder_(model) {
    for (const Node& node : model.tree.nodes) {
        labels_.push_back(node.label);
        values_.push_back(node.mean);
    }
}

Outcome Predictor::outcome_at(std::uint32_t node) const { return {node, labels_[node], values_[node]}; }

Outcome Predictor::predict(const std::vector<Column>& features, std::size_t row) const {
    return outcome_at(find_leaf(model_.tree, features, row));
}

Outcome Predictor::predict(std::span<const float> cells) const { return outcome_at(find_leaf(model_, cells)); }
Outcome Predictor::predict(std::span<const double> cells) const { return outcome_at(find_leaf(model_, cells)); }

void Predictor::for_each_block(const Rows& rows, const Threads& threads, const Take& take) const {
    finder_.check(rows);
    threads.for_each((rows.size() + rows_a_block - 1) / rows_a_block, [&](std::size_t block) {
        std::array<std::uint32_t, rows_a_block> leaves;
        const std::size_t first = block * rows_a_block;
        const auto found = std::span(leaves).first(std::min(rows_a_block, rows.size() - first));
        finder_.find(rows, first, found);
        take(first, found);
    });
}

std::vector<Outcome> Predictor::predict_all(const Rows& rows, const Threads& threads) const {
    std::vector<Outcome> outcomes(rows.size());
    for_each_block(rows, threads, [&](std::size_t first, std::span<const std::uint32_t> leaves) {
        for (std::size_t i = 0; i < leaves.size(); ++i) outcomes[first + i] = outcome_at(leaves[i]);
    });
    return outcomes;
}

void Predictor::predict_leaves(const Rows& rows, std::span<std::uint32_t> leaves, const Threads& threads) const {
    check_room(rows.size(), leaves.size());
    for_each_block(rows, threads, [&](std::size_t first, std::span<const std::uint32_t> found) {
        std::copy(found.begin(), found.end(), leaves.begin() + static_cast<std::ptrdiff_t>(first));
    });
}

void Predictor::predict_labels(const Rows& rows, std::span<std::int32_t> labels, const Threads& threads) const {
    check_room(rows.size(), labels.size());
    for_each_block(rows, threads, [&](std::size_t first, std::span<const std::uint32_t> leaves) {
        for (std::size_t i = 0; i < leaves.size(); ++i) labels[first + i] = labels_[leaves[i]];
    });
}

void Predictor::predict_values(const Rows& rows, std::span<double> values, const Threads& threads) const {
    check_room(rows.size(), values.size());
    for_each_block(rows, threads, [&](std::size_t first, std::span<const std::uint32_t> leaves) {
        for (std::size_t i = 0; i < leaves.size(); ++i) values[first + i] = values_[leaves[i]];
    });
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
