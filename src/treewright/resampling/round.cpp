#include "treewright/resampling/round_internal.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/exact_sum.h"
#include "treewright/evaluation/constant_class.h"
#include "treewright/training/model_rules.h"
#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

double cost_of(std::size_t truth, std::size_t predicted, const CostMatrix& costs) {
    if (truth == predicted) return 0.0;
    return costs.empty() ? 1.0 : costs.at(truth, predicted);
}

/// Of the leaves on their own rows.
double training_loss_of(const Tree& tree, LossKind kind, const CostMatrix& costs) {
    double loss = 0.0;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        const Node& leaf = tree.nodes[node];
        if (!leaf.is_leaf()) continue;
        if (tree.classes == 0) loss += total_loss_at(tree, node);
        const auto weights = tree.class_weights_of(node);
        for (std::size_t j = 0; j < tree.classes; ++j) loss += weights[j] * cost_of(j, leaf.label, costs);
    }
    const double mean = loss / tree.nodes.front().weight;
    return kind == LossKind::root_mean_squared_error ? std::sqrt(mean) : mean;
}

void describe_size(const Tree& tree, Round& round) {
    const std::vector<std::uint32_t> depths = depths_of(tree);
    round.leaves = leaf_count(tree);
    round.depth = *std::max_element(depths.begin(), depths.end());
}

void describe_size(const RuleList& list, Round& round) {
    round.leaves = list.rules.size();
    for (const Rule& rule : list.rules) round.depth = std::max(round.depth, rule.conditions.size());
}

double weight_of_rows(const TrainingSet& set, std::span<const RowId> rows) {
    if (set.weights.empty()) return static_cast<double>(rows.size());
    ExactMoments moments;
    for (const RowId row : rows) moments.add(set.weights[row], 0.0);
    return moments.total_weight();
}

}  // namespace

double row_loss(const ScoredRows& scored, std::size_t row, const CostMatrix& costs) {
    const std::uint32_t prediction = scored.prediction[row];
    if (scored.predictions.classes > 0) return cost_of(scored.labels[row], scored.predictions.labels[prediction], costs);
    const double off = scored.targets[row] - scored.predictions.values[prediction];
    return off * off;
}

/// Without rounding before the end, so that two models that err on the same rows have the same loss, whatever the order of their leaves.
double loss_of(const ScoredRows& scored, LossKind kind, const CostMatrix& costs) {
    ExactMoments moments;
    for (std::size_t row = 0; row < scored.rows(); ++row) moments.add(scored.weight(row), row_loss(scored, row, costs));
    return kind == LossKind::root_mean_squared_error ? std::sqrt(moments.mean()) : moments.mean();
}

AnyModel finished_model(const Learner& learner, Tree tree, std::span<const RowId> rows, const Run& run) {
    Model model = learner.around(std::move(tree));
    if (learner.options().prune.method != PruneMethod::rules) return model;
    return simplified_model(model, pick_rows(learner.set(), rows), rule_terms(learner.terms(), model.tree.class_weights_of(0)),
                            learner.options().prune.confidence, run);
}

ValidatedModel validated(const Learner& learner, AnyModel model, const RoundRows& rows) {
    const Threads alone(1);
    const LossKind kind = loss_kind_of(learner);
    const CostMatrix& costs = learner.terms().costs;
    ValidatedModel result{std::move(model), {}, {}, {}};
    const AnyPredictor predictor = AnyPredictor::borrowing(result.model);
    result.scored = score_rows(predictor, learner.set(), rows.held_out, alone);
    result.baseline = predictor.baseline();
    if (!costs.empty()) result.baseline.labels[0] = constant_class(predictor.class_weights(), costs);
    if (const auto* list = std::get_if<RuleModel>(&result.model)) {
        describe_size(list->list, result.round);
        result.round.training_loss = loss_of(score_rows(predictor, learner.set(), rows.training, alone), kind, costs);
    } else {
        const Model& tree = std::get<Model>(result.model);
        describe_size(tree.tree, result.round);
        result.round.training_loss = training_loss_of(tree.tree, kind, costs);
    }
    result.round.loss = loss_of(result.scored, kind, costs);
    result.round.baseline = loss_of(with_prediction(result.scored, result.baseline), kind, costs);
    result.round.training_weight = weight_of_rows(learner.set(), rows.training);
    result.round.test_weight = weight_of_rows(learner.set(), rows.held_out);
    return result;
}

}  // namespace treewright
