#include "treewright/engine/leave_one_out/left_out_leaves.h"

#include <algorithm>

#include "treewright/growing/leaf_labels.h"
#include "treewright/tree/routing.h"

namespace treewright {

void LeftOutLeaves::predict(const PendingNode& here, const LeftOutRow& left_out, MomentsWithout* moments) {
    if (moments == nullptr)
        predict_class(here, left_out);
    else
        predict_value(here, left_out, *moments);
}

void LeftOutLeaves::predict_class(const PendingNode& here, const LeftOutRow& left_out) {
    const Labels& labels = source_.context.labels;
    std::size_t depth = here.depth();
    Sums sums = sums_on_path(source_, here, left_out, depth);
    predictions_.labels[left_out.row] = label_of(here, left_out, sums);
    if (sums.weight == 0 && depth > 0) sums = sums_on_path(source_, here, left_out, --depth);
    const std::size_t classes = labels.slots();
    for (std::size_t j = 0; j < classes; ++j)
        predictions_.class_weights[left_out.row * classes + j] = labels.real_weight(sums.slots[j]);
    predictions_.weights[left_out.row] = labels.real_weight(sums.weight);
}

ClassId LeftOutLeaves::label_of(const PendingNode& here, const LeftOutRow& left_out, const Sums& sums) const {
    const Labels& labels = source_.context.labels;
    std::vector<double> weights;  // as stored in the tree: large ones are rounded, and may then be equal
    for (const std::int64_t weight : sums.slots) weights.push_back(labels.real_weight(weight));
    const auto heaviest = std::max_element(weights.begin(), weights.end());
    const bool is_plain = source_.terms.costs.empty() && source_.terms.label_factors.empty() && sums.weight > 0 &&
                          std::count(weights.begin(), weights.end(), *heaviest) == 1;
    if (is_plain) return static_cast<ClassId>(heaviest - weights.begin());
    Tree chain;  // the nodes of the path: parents break ties
    chain.classes = sums.slots.size();
    for (std::size_t depth = 0; depth < here.path.size(); ++depth) {
        const Sums at = sums_on_path(source_, here, left_out, depth);
        Node node;
        node.weight = labels.real_weight(at.weight);
        if (depth + 1 < here.path.size()) {
            node.first_child = static_cast<std::uint32_t>(depth);
            node.child_count = 1;
            chain.children.push_back(static_cast<std::uint32_t>(depth + 1));
        }
        chain.nodes.push_back(node);
        chain.class_weights.add_row(chain.classes, [&](std::size_t j) { return labels.real_weight(at.slots[j]); });
    }
    assign_labels(chain, source_.terms);
    return chain.nodes.back().label;
}

void LeftOutLeaves::predict_value(const PendingNode& here, const LeftOutRow& left_out, MomentsWithout& moments) {
    std::size_t depth = here.depth();
    Sums sums = sums_on_path(source_, here, left_out, depth);
    const bool is_empty = sums.weight == 0;
    if (is_empty) {
        sums = sums_on_path(source_, here, left_out, --depth);
        moments.set_rows(here.rows_above);
    }
    predictions_.values[left_out.row] = depth < left_out.absent_from ? moments.mean_without(left_out.row) : moments.mean();
    predictions_.weights[left_out.row] = source_.context.labels.real_weight(sums.weight);
    if (is_empty) moments.set_rows(here.node.rows);  // the next left-out row may not be one of them
}

void LeftOutLeaves::predict_by(const Tree& tree, const Tree& whole, RowId row) {
    const ColumnRow cells{source_.context.set.features, row};
    const auto next = [&](const Tree& of, NodeId node) { return of.children_of(node)[child_for_row(of, node, cells)]; };
    NodeId node = 0;
    std::uint32_t above = 0;
    std::uint32_t in_whole = 0;
    bool same = same_split(tree, 0, whole, 0);
    predictions_.same_root[row] = same ? 1 : 0;
    while (!tree.nodes[node].is_leaf()) {
        above = node;
        node = next(tree, node);
        if (same) in_whole = next(whole, in_whole);
        same = same && same_split(tree, node, whole, in_whole);
    }
    predictions_.same_path[row] = same ? 1 : 0;
    const NodeId weights_node = tree.nodes[node].weight == 0.0 ? above : node;
    predictions_.weights[row] = tree.nodes[weights_node].weight;
    if (tree.classes == 0) {
        predictions_.values[row] = tree.nodes[node].mean;
        return;
    }
    predictions_.labels[row] = tree.nodes[node].label;
    const auto weights = tree.class_weights_of(weights_node);
    std::copy(weights.begin(), weights.end(), &predictions_.class_weights[row * tree.classes]);
}

}  // namespace treewright
