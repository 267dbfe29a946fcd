#include "treewright/pruning/pessimistic.h"

#include <algorithm>

#include "treewright/pruning/node_losses.h"
#include "treewright/statistics/error_limit.h"

namespace treewright {

namespace {

std::vector<double> errors_as_leaves(const Tree& tree, const ClassTerms& terms) {
    std::vector<double> errors(tree.nodes.size());
    for (NodeId node = 0; node < errors.size(); ++node)
        errors[node] = errors_of(tree.class_weights_of(node), tree.nodes[node].label, terms);
    return errors;
}

CutMarks collapsed(const Tree& tree, const std::vector<double>& errors) {
    const std::vector<double> below = sums_over_leaves(tree, errors);
    CutMarks marks(tree.nodes.size(), 0);
    for (NodeId node = 0; node < marks.size(); ++node) marks[node] = !tree.nodes[node].is_leaf() && below[node] >= errors[node];
    return marks;
}

}  // namespace

double errors_of(std::span<const double> class_weights, std::size_t predicted, const ClassTerms& terms) {
    double loss = 0.0;
    for (std::size_t truth = 0; truth < class_weights.size(); ++truth)
        loss += terms.loss(truth, predicted) * class_weights[truth];
    return loss;
}

double error_scale(const Tree& tree, const ClassTerms& terms) {
    if (terms.label_factors.empty() && terms.costs.empty()) return 1.0;
    const double worst = terms.costs.empty() ? 1.0 : *std::max_element(terms.costs.cells.begin(), terms.costs.cells.end());
    double mass = 0.0;
    const auto weights = tree.class_weights_of(0);
    for (std::size_t j = 0; j < weights.size(); ++j)
        mass += (terms.label_factors.empty() ? 1.0 : terms.label_factors[j]) * weights[j];
    return tree.nodes.front().weight / (mass * worst);
}

CutMarks collapsing_cuts(const Tree& tree, const ClassTerms& terms) { return collapsed(tree, errors_as_leaves(tree, terms)); }

CutMarks pessimistic_cuts(const Tree& tree, const ClassTerms& terms, double confidence) {
    const std::vector<double> errors = errors_as_leaves(tree, terms);
    const double scale = error_scale(tree, terms);
    std::vector<double> estimates(errors.size());
    for (NodeId node = 0; node < errors.size(); ++node) {
        const double weight = tree.nodes[node].weight;
        estimates[node] = pessimistic_errors(std::min(errors[node] * scale, weight), weight, confidence);
    }
    return cut_where_leaves_cost_less(tree, {estimates, {}}, pessimistic_margin, collapsed(tree, errors));
}

}  // namespace treewright
