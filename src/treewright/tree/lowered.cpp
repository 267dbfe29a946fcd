#include "treewright/tree/lowered.h"

#include <utility>

namespace treewright {

LoweredTree::LoweredTree(const Tree& tree) : tree_(tree), parents_(parents_of(tree)) {}

LoweredStep LoweredTree::step(NodeId number) const {
    LoweredStep step;
    const Node& node = tree_.nodes[number];
    step.leaf = leaf_at(number);
    step.is_leaf = node.is_leaf();
    if (step.is_leaf) return step;
    const auto children = tree_.children_of(number);
    step.test = test_at(number);
    step.when_missing = step.when_unseen = children[node.missing_child];
    if (node.kind == SplitKind::subset) step.when_absent = children[heaviest_child(tree_, number)];
    for (const Surrogate& surrogate : tree_.surrogates_of(number))
        step.surrogates.push_back(surrogate_test(surrogate, children));
    if (tree_.fractional()) step.parts = parts_at(number);
    step.refuses_missing = tree_.missing == MissingPolicy::refuse;
    return step;
}

bool LoweredTree::has_parts() const {
    for (NodeId node = 0; node < size(); ++node)
        if (!is_leaf(node) && !step(node).parts.empty()) return true;
    return false;
}

LoweredLeaf LoweredTree::leaf_at(NodeId number) const {
    const Node& node = tree_.nodes[number];
    const bool is_empty = node.weight == 0.0 && parents_[number] != no_parent;
    return {node.leaf, {node.label, node.mean}, node.weight, tree_.class_weights_of(is_empty ? parents_[number] : number)};
}

LoweredTest LoweredTree::test_at(NodeId number) const {
    const auto children = tree_.children_of(number);
    LoweredTest test{.split = tree_.split_view(number), .by_level = {}};
    if (test.split.kind == SplitKind::multiway) {
        test.by_level = children.first(test.split.level_children);
    } else {
        test.yes = children[0];
        test.no = children[1];
    }
    return test;
}

LoweredTest LoweredTree::surrogate_test(const Surrogate& surrogate, std::span<const NodeId> children) const {
    LoweredTest test{.split = tree_.split_view(surrogate), .by_level = {}, .yes = children[0], .no = children[1]};
    if (std::exchange(test.split.reversed, false)) std::swap(test.yes, test.no);
    return test;
}

/// Empty if there is a branch for missing values.
std::vector<LoweredPart> LoweredTree::parts_at(NodeId number) const {
    const Node& node = tree_.nodes[number];
    std::vector<LoweredPart> parts;
    if (node.kind == SplitKind::is_missing || node.missing_branch) return parts;
    for (const NodeId child : tree_.children_of(number))
        if (tree_.nodes[child].weight > 0.0) parts.push_back({child, tree_.nodes[child].weight / node.weight});
    return parts;
}

}  // namespace treewright
