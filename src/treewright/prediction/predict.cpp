#include "treewright/prediction/predict.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/prediction/walk/leaf_finder.h"
#include "treewright/tree/routing.h"

namespace treewright {
namespace {

constexpr std::size_t rows_per_block = 1024;

const Column& column_at(const Tree& tree, NodeId node, const std::vector<Column>& features) {
    return features[tree.nodes[node].feature];
}

/// Why a cell is refused.
std::string refusal_sentence(const Column& column, std::size_t row) {
    const bool unseen = !column.has_values() && column.codes[row] == unseen_code;
    const std::string what = unseen ? "' is a level that the model has never seen" : "' is missing";
    return "the value of '" + column.schema.name + what + ", and this model was trained with " + named("missing", "error") +
           "; fill it in, or train with another " + named("missing") + " method";
}

void check_output_size(std::size_t rows, std::size_t room) {
    if (room != rows)
        throw input_error("the output has " + std::to_string(room) + " elements for " + std::to_string(rows) +
                          " rows: give one per row");
}

bool is_unknown(const Column& column, std::size_t row) {
    return column.has_values() ? is_missing(column.values[row]) : column.codes[row] < 0;
}

}  // namespace

Predictor::Predictor(std::shared_ptr<const Model> model)
    : model_(std::move(model)),
      parents_(parents_of(model_->tree)),
      answers_(model_->tree),
      finder_(std::make_shared<const LeafFinder>(*model_)) {}

Predictor::Predictor(Model model) : Predictor(std::make_shared<const Model>(std::move(model))) {}

Predictor Predictor::borrowing(const Model& model) {
    return Predictor(std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model));
}

Outcome Predictor::outcome_at(NodeId node) const {
    const LeafAnswer answer = answers_.typical(node);
    return {node, answer.label, answer.value};
}

template <class Row>
Outcome Predictor::outcome_for(NodeId leaf, const Row& row) const {
    return {leaf, answers_.label(leaf, row), answers_.value(leaf, row)};
}

Outcome Predictor::outcome_at(NodeId node, const std::vector<Column>& features, std::size_t row) const {
    return outcome_for(node, ColumnRow{features, row});
}

template <class Row>
Outcome Predictor::predict_row(const Row& row) const {
    const Tree& tree = model_->tree;
    NodeId node = 0;
    while (!tree.nodes[node].is_leaf()) {
        if (tree.fractional() && lacks_answer(tree, node, row)) return mixture_for(leaf_shares_of(tree, row), row).outcome;
        node = tree.children_of(node)[child_for_row(tree, node, row)];
    }
    return outcome_for(node, row);
}

Outcome Predictor::predict(const std::vector<Column>& features, std::size_t row) const {
    return predict_row(ColumnRow{features, row});
}
Outcome Predictor::predict(std::span<const float> cells) const { return predict_row(CellRow<float>{model_->schema, cells}); }
Outcome Predictor::predict(std::span<const double> cells) const { return predict_row(CellRow<double>{model_->schema, cells}); }

void Predictor::for_each_block(const Rows& rows, const Threads& threads, const Take& take, const TakeMixed& take_mixed) const {
    finder_->check(rows);
    threads.for_each((rows.size() + rows_per_block - 1) / rows_per_block, [&](std::size_t block) {
        std::array<std::uint32_t, rows_per_block> leaves;
        const std::size_t first = block * rows_per_block;
        const auto found = std::span(leaves).first(std::min(rows_per_block, rows.size() - first));
        finder_->find(rows, first, found);
        take(first, found);
        if (take_mixed) take_own_predictions(rows, first, found, take_mixed);
    });
}

void Predictor::take_own_predictions(const Rows& rows, std::size_t first, std::span<const NodeId> leaves,
                                     const TakeMixed& take) const {
    if (!model_->tree.fractional() && answers_.all_constant()) return;
    const auto take_row = [&](std::size_t row, std::vector<LeafShare> shares) {
        take(row,
             with_row(model_->schema, rows, row, [&](const auto& cells) { return mixture_for(std::move(shares), cells); }));
    };
    std::vector<bool> taken(leaves.size());
    if (model_->tree.fractional())
        for (const std::size_t row : finder_->incomplete_rows(rows, first, leaves.size())) {
            std::vector<LeafShare> shares = leaf_shares(*model_, rows, row);
            if (shares.size() == 1) continue;
            take_row(row, std::move(shares));
            taken[row - first] = true;
        }
    for (std::size_t i = 0; i < leaves.size() && !answers_.all_constant(); ++i)
        if (!taken[i] && !is_constant(model_->tree.nodes[leaves[i]])) take_row(first + i, {{leaves[i], 1.0}});
}

std::vector<Outcome> Predictor::predict_all(const Rows& rows, const Threads& threads) const {
    std::vector<Outcome> outcomes(rows.size());
    const auto take = [&](std::size_t first, std::span<const NodeId> leaves) {
        for (std::size_t i = 0; i < leaves.size(); ++i) outcomes[first + i] = outcome_at(leaves[i]);
    };
    for_each_block(rows, threads, take, [&](std::size_t row, const Mixture& mixture) { outcomes[row] = mixture.outcome; });
    return outcomes;
}

std::vector<MixedRow> Predictor::predict_leaves(const Rows& rows, std::span<NodeId> leaves, const Threads& threads) const {
    check_output_size(rows.size(), leaves.size());
    const auto take = [&](std::size_t first, std::span<const std::uint32_t> found) {
        std::copy(found.begin(), found.end(), leaves.begin() + static_cast<std::ptrdiff_t>(first));
    };
    std::vector<MixedRow> mixed;
    std::mutex mutex;
    for_each_block(rows, threads, take, [&](std::size_t row, Mixture mixture) {
        const std::lock_guard lock(mutex);
        mixed.push_back({row, std::move(mixture)});
    });
    std::ranges::sort(mixed, {}, &MixedRow::row);
    return mixed;
}

void Predictor::predict_labels(const Rows& rows, std::span<ClassId> labels, const Threads& threads) const {
    check_output_size(rows.size(), labels.size());
    const auto take = [&](std::size_t first, std::span<const NodeId> leaves) {
        for (std::size_t i = 0; i < leaves.size(); ++i) labels[first + i] = answers_.typical(leaves[i]).label;
    };
    for_each_block(rows, threads, take, [&](std::size_t row, const Mixture& mixture) { labels[row] = mixture.outcome.label; });
}

void Predictor::predict_values(const Rows& rows, std::span<double> values, const Threads& threads) const {
    check_output_size(rows.size(), values.size());
    const auto take = [&](std::size_t first, std::span<const NodeId> leaves) {
        for (std::size_t i = 0; i < leaves.size(); ++i) values[first + i] = answers_.typical(leaves[i]).value;
    };
    for_each_block(rows, threads, take, [&](std::size_t row, const Mixture& mixture) { values[row] = mixture.outcome.value; });
}

/// The class of least expected loss; ties: the first. (The label of a single leaf may have been decided by its ancestors.)
ClassId Predictor::cheapest_class(std::span<const double> probabilities) const {
    const std::vector<double>& losses = model_->tree.losses;
    const std::size_t classes = probabilities.size();
    std::vector<double> expected(classes, 0.0);
    for (std::size_t predicted = 0; predicted < classes; ++predicted)
        for (std::size_t truth = 0; truth < classes; ++truth)
            if (truth != predicted)
                expected[predicted] += probabilities[truth] * (losses.empty() ? 1.0 : losses[truth * classes + predicted]);
    const double least = *std::min_element(expected.begin(), expected.end());
    const double line = least + label_tolerance * std::max(least, std::accumulate(expected.begin(), expected.end(), 0.0));
    const auto first = std::find_if(expected.begin(), expected.end(), [line](double loss) { return loss <= line; });
    return static_cast<ClassId>(first - expected.begin());
}

Mixture Predictor::mixture(std::vector<LeafShare> leaves, const std::vector<Column>& features, std::size_t row) const {
    return mixture_for(std::move(leaves), ColumnRow{features, row});
}

template <class Row>
Mixture Predictor::mixture_for(std::vector<LeafShare> leaves, const Row& row) const {
    Mixture mixture;
    mixture.outcome = outcome_for(main_leaf(leaves), row);
    std::vector<double> shares(model_->tree.classes);
    mixture.probabilities.assign(model_->tree.classes, 0.0);
    double value = 0.0;
    for (const auto& [leaf, share] : leaves) {
        value += share * answers_.value(leaf, row);
        if (!shares.empty()) probabilities(leaf, shares);
        for (std::size_t j = 0; j < shares.size(); ++j) mixture.probabilities[j] += share * shares[j];
    }
    if (leaves.size() > 1) {
        if (shares.empty())
            mixture.outcome.value = value;
        else
            mixture.outcome.label = cheapest_class(mixture.probabilities);
    }
    mixture.leaves = std::move(leaves);
    return mixture;
}

double Predictor::variance(const Mixture& mixture) const {
    double variance = 0.0;
    for (const auto& [leaf, share] : mixture.leaves) {
        const std::uint32_t source = support_node(leaf);
        const double away = answers_.typical(source).value - mixture.outcome.value;
        variance += share * (mean_loss_at(model_->tree, source) + away * away);
    }
    return variance;
}

Interval Predictor::confidence(const Mixture& mixture) const {
    if (mixture.leaves.size() == 1) return confidence(mixture.leaves.front().leaf);
    double weight = 0.0;
    for (const auto& [leaf, share] : mixture.leaves) weight += share * support_weight(leaf);
    if (mixture.probabilities.empty()) return mean_interval({mixture.outcome.value, variance(mixture), weight});
    return wilson_interval(mixture.probabilities[mixture.outcome.label], weight);
}

std::uint32_t Predictor::support_node(NodeId node) const {
    return model_->tree.nodes[node].weight == 0.0 && parents_[node] != no_parent ? parents_[node] : node;
}

double Predictor::support_weight(NodeId node) const { return model_->tree.nodes[support_node(node)].weight; }

double Predictor::probability(NodeId node, ClassId label) const {
    const auto weights = model_->tree.class_weights_of(support_node(node));
    return weights[label] / std::accumulate(weights.begin(), weights.end(), 0.0);
}

void Predictor::probabilities(NodeId node, std::span<double> shares) const {
    const auto weights = model_->tree.class_weights_of(support_node(node));
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::transform(weights.begin(), weights.end(), shares.begin(), [total](double weight) { return weight / total; });
}

Interval Predictor::confidence(NodeId node) const {
    const std::uint32_t source = support_node(node);
    const Node& at = model_->tree.nodes[source];
    if (model_->schema.task() == Task::regression)
        return mean_interval({answers_.typical(source).value, mean_loss_at(model_->tree, source), at.weight});
    return wilson_interval(probability(node, model_->tree.nodes[node].label), at.weight);
}

bool Predictor::refuses_missing() const { return model_->tree.missing == MissingPolicy::refuse; }

std::optional<Refusal> Predictor::find_refusal(const std::vector<Column>& features, std::size_t rows) const {
    if (!refuses_missing()) return std::nullopt;
    const Tree& tree = model_->tree;
    for (std::size_t row = 0; row < rows; ++row)
        for (NodeId node = 0; !tree.nodes[node].is_leaf(); node = next_node(tree, node, features, row)) {
            const Column& column = column_at(tree, node, features);
            if (is_unknown(column, row)) return Refusal{row, tree.nodes[node].feature, refusal_sentence(column, row)};
        }
    return std::nullopt;
}

}  // namespace treewright
