#include "treewright/pruning/pessimistic.h"

#include <algorithm>

#include "treewright/pruning/node_losses.h"
#include "treewright/statistics/error_limit.h"

namespace treewright {

namespace {

constexpr double margin = 0.1;  // rows: C4.5's own

/// The weight of the errors of each node as a leaf. Under priors, class weights or costs: the weight times the share of the worst that
/// could be lost.
std::vector<double> errors_as_leaves(const Tree& tree, const ClassTerms& terms) {
    std::vector<double> errors = losses_as_leaves(tree, terms);
    if (terms.label_factors.empty() && terms.costs.empty()) return errors;
    const double worst = terms.costs.empty() ? 1.0 : *std::max_element(terms.costs.cells.begin(), terms.costs.cells.end());
    for (std::size_t node = 0; node < errors.size(); ++node) {
        double mass = 0.0;
        const auto weights = tree.class_weights_of(node);
        for (std::size_t j = 0; j < weights.size(); ++j)
            mass += (terms.label_factors.empty() ? 1.0 : terms.label_factors[j]) * weights[j];
        if (mass > 0.0) errors[node] *= tree.nodes[node].weight / (mass * worst);
    }
    return errors;
}

/// A subtree that makes no fewer errors than its root as a leaf says nothing.
CutMarks collapsed(const Tree& tree, const std::vector<double>& errors) {
    const std::vector<double> below = sums_over_leaves(tree, errors);
    CutMarks marks(tree.nodes.size(), 0);
    for (std::size_t node = 0; node < marks.size(); ++node)
        marks[node] = !tree.nodes[node].is_leaf() && below[node] >= errors[node];
    return marks;
}

}  // namespace

CutMarks pessimistic_cuts(const Tree& tree, const ClassTerms& terms, double confidence) {
    const std::vector<double> errors = errors_as_leaves(tree, terms);
    std::vector<double> estimates(errors.size());
    for (std::size_t node = 0; node < errors.size(); ++node)
        estimates[node] = pessimistic_errors(errors[node], tree.nodes[node].weight, confidence);
    return cut_where_leaves_cost_less(tree, {estimates, {}}, margin, collapsed(tree, errors));
}

}  // namespace treewright
