#include "treewright/tree/routing.h"

#include <algorithm>

namespace treewright {

BranchId child_for_value(const Tree& tree, NodeId node, double value) {
    return child_by_split(tree.split_view(node), value).value_or(tree.nodes[node].missing_child);
}

BranchId child_for_code(const Tree& tree, NodeId number, LevelCode code) {
    if (const auto child = child_by_split(tree.split_view(number), code)) return *child;
    const Node& node = tree.nodes[number];
    const bool is_absent = node.kind == SplitKind::subset && code >= 0;  // a known level that training did not see at this node
    return is_absent ? heaviest_child(tree, number) : node.missing_child;
}

bool lacks_answer_to_value(const Tree& tree, NodeId node, double value) {
    return !child_by_split(tree.split_view(node), value);
}

bool lacks_answer_to_code(const Tree& tree, NodeId number, LevelCode code) {
    const Node& node = tree.nodes[number];
    const bool is_absent = node.kind == SplitKind::subset && code >= 0;
    return !node.missing_branch && !is_absent && !child_by_split(tree.split_view(number), code);
}

bool same_split(const Tree& a, NodeId node_a, const Tree& b, NodeId node_b) {
    const Node& x = a.nodes[node_a];
    const Node& y = b.nodes[node_b];
    return x.kind == y.kind && x.feature == y.feature && x.threshold == y.threshold && x.missing_child == y.missing_child &&
           std::ranges::equal(a.left_levels_of(node_a), b.left_levels_of(node_b)) &&
           std::ranges::equal(a.right_levels_of(node_a), b.right_levels_of(node_b));
}

}  // namespace treewright
