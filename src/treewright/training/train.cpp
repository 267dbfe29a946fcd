#include "treewright/training/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/data/column_facts.h"
#include "treewright/evaluation/constant_class.h"
#include "treewright/training/class_terms.h"
#include "treewright/training/model_options.h"
#include "treewright/training/model_warnings_internal.h"
#include "treewright/tree/check.h"
#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

bool varies(const Column& feature) { return !facts_of(feature, {}).is_constant; }

std::string why_single_leaf(const TrainingSet& set, const Model& model, const GrowOptions& options, bool was_pruned) {
    const Node& root = model.tree.nodes.front();
    if (was_pruned) return "pruning removed every split";
    if (set.features.empty()) return "there are no features";
    if (root.impurity == 0.0) return "all rows have the same label";
    if (options.max_depth == 0) return named("max-depth", "0") + " allows no split";
    if (options.max_leaves == 1) return named("max-leaves", "1") + " allows no split";
    if (root.weight < options.min_split) return fmt::format("there are fewer rows than {}", named("min-split"));
    if (root.test) return fmt::format("the best split is not significant ({})", named("stop-test"));
    if (std::none_of(set.features.begin(), set.features.end(), varies)) return "every feature is constant";
    return "no split meets the row limits and gains enough";
}

}  // namespace

TrainedModel train(const TrainingSet& set, const TrainOptions& asked, const Run& run, const TrainingSet* validation) {
    Learner learner(borrowed(set), asked, run, validation == nullptr ? nullptr : borrowed(*validation), PruningNotes::later);
    const Messages about_pruning = learner.about_pruning();
    TrainedModel trained = std::move(learner).fit(set.all_rows(), run);
    const auto& [model, report] = trained;
    if (model.tree.nodes.size() > 1 || report.unpruned)  // else there was nothing to prune
        for (const Message& message : about_pruning.list()) run.messages.add(message);
    if (model.tree.nodes.size() == 1)
        run.messages.note(
            fmt::format("the tree is a single leaf: {}",
                        why_single_leaf(set, model, asked.grow, report.unpruned && report.unpruned->nodes.size() > 1)));
    warn_about_model(set, asked, model, run.messages);
    const auto flaw = find_flaw(model);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
    return trained;
}

std::vector<double> importance_of(const Model& model) {
    std::vector<double> shares(model.schema.features.size(), 0.0);
    double total = 0.0;
    for (const Node& node : model.tree.nodes) {
        if (node.is_leaf()) continue;
        shares[node.feature] += node.gain * node.weight;
        total += node.gain * node.weight;
    }
    if (total > 0.0)
        for (double& share : shares) share /= total;
    return shares;
}

namespace {

/// `loss(node, label)`: of a node as a leaf.
template <class Loss>
TrainingError mean_loss_of(const Tree& tree, ClassId constant, const Loss& loss) {
    double leaves = 0.0;
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        if (tree.nodes[node].is_leaf()) leaves += loss(node, tree.nodes[node].label);
    const double weight = tree.nodes.front().weight;
    return {leaves / weight, loss(0, constant) / weight, constant};
}

}  // namespace

TrainingError training_error(const Model& model) {
    const Tree& tree = model.tree;
    if (tree.classes > 0)
        return mean_loss_of(tree, constant_class(tree.class_weights_of(0), {}), [&](NodeId node, ClassId label) {
            return tree.nodes[node].weight - tree.class_weight(node, label);
        });
    const TrainingError squares = mean_loss_of(tree, 0, [&](NodeId node, ClassId) { return total_loss_at(tree, node); });
    return {std::sqrt(squares.tree), std::sqrt(squares.baseline)};
}

std::optional<TrainingError> training_cost(const Model& model) {
    const std::optional<CostTable> table = readable_options(model).costs;
    if (!table || model.tree.classes == 0) return std::nullopt;
    const Tree& tree = model.tree;
    const CostMatrix costs = cost_matrix(model.schema.target, *table);
    return mean_loss_of(tree, constant_class(tree.class_weights_of(0), costs), [&](NodeId node, ClassId label) {
        double cost = 0.0;
        const auto weights = tree.class_weights_of(node);
        for (std::size_t truth = 0; truth < tree.classes; ++truth) cost += weights[truth] * costs.at(truth, label);
        return cost;
    });
}

}  // namespace treewright
