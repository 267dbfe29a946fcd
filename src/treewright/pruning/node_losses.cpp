#include "treewright/pruning/node_losses.h"

namespace treewright {

namespace {

double loss_of_class(const Tree& tree, const ClassTerms& terms, std::size_t node) {
    const auto weights = tree.class_weights_of(node);
    const auto label = static_cast<std::size_t>(tree.nodes[node].label);
    double loss = 0.0;
    for (std::size_t truth = 0; truth < weights.size(); ++truth) loss += terms.loss(truth, label) * weights[truth];
    return loss;
}

/// From the last node to the first, children come before their parent.
template <class Number>
std::vector<Number> summed_up(const Tree& tree, std::vector<Number> of_node) {
    for (std::size_t node = tree.nodes.size(); node-- > 0;) {
        if (tree.nodes[node].is_leaf()) continue;
        of_node[node] = 0;
        for (const std::uint32_t child : tree.children_of(node)) of_node[node] += of_node[child];
    }
    return of_node;
}

}  // namespace

std::vector<double> losses_as_leaves(const Tree& tree, const ClassTerms& terms) {
    std::vector<double> losses(tree.nodes.size());
    for (std::size_t node = 0; node < losses.size(); ++node)
        losses[node] =
            tree.classes == 0 ? tree.nodes[node].weight * tree.nodes[node].impurity : loss_of_class(tree, terms, node);
    return losses;
}

std::vector<double> sums_over_leaves(const Tree& tree, std::span<const double> of_node) {
    return summed_up(tree, std::vector<double>(of_node.begin(), of_node.end()));
}

std::vector<std::uint32_t> leaves_below(const Tree& tree) {
    return summed_up(tree, std::vector<std::uint32_t>(tree.nodes.size(), 1));
}

}  // namespace treewright
