#include "treewright/pruning/node_losses.h"

#include "treewright/base/positions.h"
#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

double loss_of_class(const Tree& tree, const ClassTerms& terms, NodeId node) {
    const auto weights = tree.class_weights_of(node);
    const auto label = tree.nodes[node].label;
    double loss = 0.0;
    for (std::size_t truth = 0; truth < weights.size(); ++truth) loss += terms.loss(truth, label) * weights[truth];
    return loss;
}

}  // namespace

std::vector<double> losses_as_leaves(const Tree& tree, const ClassTerms& terms) {
    std::vector<double> losses(tree.nodes.size());
    for (NodeId node = 0; node < losses.size(); ++node)
        losses[node] = tree.classes == 0 ? total_loss_at(tree, node) : loss_of_class(tree, terms, node);
    return losses;
}

std::vector<double> sums_over_leaves(const Tree& tree, std::span<const double> of_node) {
    std::vector<double> sums(of_node.begin(), of_node.end());
    for (NodeId node = size32(tree.nodes); node-- > 0;) {  // children come after their parent
        if (tree.nodes[node].is_leaf()) continue;
        sums[node] = 0.0;
        for (const NodeId child : tree.children_of(node)) sums[node] += sums[child];
    }
    return sums;
}

}  // namespace treewright
