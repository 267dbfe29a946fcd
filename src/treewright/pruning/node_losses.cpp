#include "treewright/pruning/node_losses.h"

#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

double loss_of_class(const Tree& tree, const ClassTerms& terms, std::size_t node) {
    const auto weights = tree.class_weights_of(node);
    const auto label = static_cast<std::size_t>(tree.nodes[node].label);
    double loss = 0.0;
    for (std::size_t truth = 0; truth < weights.size(); ++truth) loss += terms.loss(truth, label) * weights[truth];
    return loss;
}

}  // namespace

std::vector<double> losses_as_leaves(const Tree& tree, const ClassTerms& terms) {
    std::vector<double> losses(tree.nodes.size());
    for (std::size_t node = 0; node < losses.size(); ++node)
        losses[node] = tree.classes == 0 ? total_loss_at(tree, node) : loss_of_class(tree, terms, node);
    return losses;
}

std::vector<double> sums_over_leaves(const Tree& tree, std::span<const double> of_node) {
    std::vector<double> sums(of_node.begin(), of_node.end());
    for (std::size_t node = tree.nodes.size(); node-- > 0;) {  // children come after their parent
        if (tree.nodes[node].is_leaf()) continue;
        sums[node] = 0.0;
        for (const std::uint32_t child : tree.children_of(node)) sums[node] += sums[child];
    }
    return sums;
}

}  // namespace treewright
