#include "treewright/tree/condition.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"

namespace treewright {
namespace {

bool contains(std::span<const LevelCode> sorted_levels, LevelCode code) {
    return std::binary_search(sorted_levels.begin(), sorted_levels.end(), code);
}

}  // namespace

BranchId child_for_value(const Tree& tree, NodeId node_number, double value) {
    const Node& node = tree.nodes[node_number];
    if (node.kind == SplitKind::is_missing) return std::isnan(value) ? 0 : 1;
    check_invariant(node.kind == SplitKind::threshold, "a value was asked for at a node that does not split by one");
    if (std::isnan(value)) return node.missing_child;
    return value <= node.threshold ? 0 : 1;
}

BranchId child_for_code(const Tree& tree, NodeId node_number, LevelCode code) {
    const Node& node = tree.nodes[node_number];
    if (code < 0) return node.missing_child;  // missing and unseen go to the same child
    if (node.kind == SplitKind::is_missing) return 1;
    if (node.kind == SplitKind::multiway) {
        const std::uint32_t levels = node.child_count - (node.missing_branch ? 1 : 0);
        const auto level = static_cast<BranchId>(code);
        return level < levels ? level : node.missing_child;
    }
    check_invariant(node.kind == SplitKind::subset, "a level was asked for at a node that does not split by one");
    if (contains(tree.left_levels_of(node_number), code)) return 0;
    if (contains(tree.right_levels_of(node_number), code)) return 1;
    return heaviest_child(tree, node_number);
}

bool lacks_answer_to_value(const Tree& tree, NodeId node, double value) {
    return std::isnan(value) && tree.nodes[node].kind != SplitKind::is_missing;
}

bool lacks_answer_to_code(const Tree& tree, NodeId number, LevelCode code) {
    const Node& node = tree.nodes[number];
    if (node.kind == SplitKind::is_missing || node.missing_branch) return false;
    return code < 0 || (node.kind == SplitKind::multiway && position_of(code) >= node.child_count);
}

std::optional<BranchId> surrogate_child_for_value(const Surrogate& surrogate, double value) {
    if (std::isnan(value)) return std::nullopt;
    return (value <= surrogate.threshold) == surrogate.reversed ? 1 : 0;
}

std::optional<BranchId> surrogate_child_for_code(const Tree& tree, const Surrogate& surrogate, LevelCode code) {
    if (contains(tree.left_levels_of(surrogate), code)) return 0;
    if (contains(tree.right_levels_of(surrogate), code)) return 1;
    return std::nullopt;
}

bool same_split(const Tree& a, NodeId node_a, const Tree& b, NodeId node_b) {
    const Node& x = a.nodes[node_a];
    const Node& y = b.nodes[node_b];
    return x.kind == y.kind && x.feature == y.feature && x.threshold == y.threshold && x.missing_child == y.missing_child &&
           std::ranges::equal(a.left_levels_of(node_a), b.left_levels_of(node_b)) &&
           std::ranges::equal(a.right_levels_of(node_a), b.right_levels_of(node_b));
}

}  // namespace treewright
