#include "treewright/pruning/description_length.h"

#include <algorithm>

#include "treewright/pruning/pessimistic.h"
#include "treewright/statistics/code_length.h"
#include "treewright/tree/leaf.h"

namespace treewright {

namespace {

/// The weights of errors.
struct ErrorMeasure {
    const ClassTerms& terms;
    double scale = 1.0;
};

double bits_as_leaf(const Tree& tree, NodeId number, const ErrorMeasure& measure) {
    const Node& node = tree.nodes[number];
    if (tree.classes == 0)
        return leaf_bit + number_bits({node.weight, mean_loss_at(tree, number), tree.nodes.front().impurity});
    const ClassId label = node.label == no_class ? 0 : node.label;
    const double errors = errors_of(tree.class_weights_of(number), label, measure.terms) * measure.scale;
    return leaf_bit + error_bits(std::min(errors, node.weight), node.weight, tree.classes);
}

double bits_of_question(const Node& node, std::size_t features) {
    SplitSize size{static_cast<double>(features)};
    if (node.kind == SplitKind::threshold) size.thresholds = node.weight - node.missing_weight - 1.0;
    if (node.kind == SplitKind::subset) size.levels = static_cast<double>(node.left_levels + node.right_levels);
    if (node.missing_weight > 0.0 && node.kind != SplitKind::is_missing && !node.missing_branch)
        size.missing_ways = static_cast<double>(node.child_count);
    return split_code_length(size);
}

}  // namespace

CodeLengths code_lengths(const Tree& tree, std::size_t features, const ClassTerms& terms) {
    const ErrorMeasure measure{terms, error_scale(tree, terms)};
    CodeLengths lengths;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        lengths.as_leaf.push_back(bits_as_leaf(tree, node, measure));
        lengths.of_question.push_back(tree.nodes[node].is_leaf() ? 0.0 : bits_of_question(tree.nodes[node], features));
    }
    return lengths;
}

double total_bits(const Tree& tree, const CodeLengths& lengths) {
    double bits = 0.0;
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        bits += tree.nodes[node].is_leaf() ? lengths.as_leaf[node] : lengths.of_question[node];
    return bits;
}

CutMarks description_length_cuts(const Tree& tree, std::size_t features, const ClassTerms& terms) {
    const CodeLengths lengths = code_lengths(tree, features, terms);
    return cut_where_leaves_cost_less(tree, {lengths.as_leaf, lengths.of_question}, 0.0);
}

}  // namespace treewright
