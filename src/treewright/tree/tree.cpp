#include "treewright/tree/tree.h"

#include <algorithm>

#include "treewright/base/positions.h"

namespace treewright {
namespace {

std::vector<LevelCode> copy_of(std::span<const LevelCode> levels) { return {levels.begin(), levels.end()}; }

/// Appends the two level sets of a subset split, for a node or a surrogate.
template <class Owner>
void store_levels(const Split& split, std::vector<LevelCode>& all, Owner& owner) {
    owner.first_level = split.kind == SplitKind::subset ? size32(all) : 0;
    owner.left_levels = size32(split.left_levels);
    owner.right_levels = size32(split.right_levels);
    all.insert(all.end(), split.left_levels.begin(), split.left_levels.end());
    all.insert(all.end(), split.right_levels.begin(), split.right_levels.end());
}

}  // namespace

Split Tree::split_of(NodeId number) const {
    const Node& node = nodes[number];
    Split split;
    split.kind = node.kind;
    split.missing_branch = node.missing_branch;
    split.missing_child = node.missing_child;
    split.feature = node.feature;
    split.threshold = node.threshold;
    split.left_levels = copy_of(left_levels_of(number));
    split.right_levels = copy_of(right_levels_of(number));
    split.children = node.child_count;
    return split;
}

Split Tree::split_of(const Surrogate& surrogate) const {
    Split split;
    split.kind = surrogate.kind;
    split.reversed = surrogate.reversed;
    split.feature = surrogate.feature;
    split.threshold = surrogate.threshold;
    split.left_levels = copy_of(left_levels_of(surrogate));
    split.right_levels = copy_of(right_levels_of(surrogate));
    return split;
}

void store_split(const Split& split, Tree& tree, Node& node) {
    node.kind = split.kind;
    node.missing_branch = split.missing_branch;
    node.feature = split.feature;
    node.threshold = split.threshold;
    node.missing_child = split.missing_child;
    store_levels(split, tree.levels, node);
}

Surrogate& add_surrogate(const Split& split, Tree& tree) {
    Surrogate& surrogate = tree.surrogates.emplace_back();
    surrogate.kind = split.kind;
    surrogate.reversed = split.reversed;
    surrogate.feature = split.feature;
    surrogate.threshold = split.threshold;
    store_levels(split, tree.surrogate_levels, surrogate);
    return surrogate;
}

std::vector<NodeId> parents_of(const Tree& tree) {
    std::vector<NodeId> parents(tree.nodes.size(), no_parent);
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        for (const NodeId child : tree.children_of(node)) parents[child] = node;
    return parents;
}

std::vector<std::uint32_t> depths_of(const Tree& tree) {
    std::vector<std::uint32_t> depths(tree.nodes.size(), 0);
    for (NodeId node = 0; node < tree.nodes.size(); ++node)
        for (const NodeId child : tree.children_of(node)) depths[child] = depths[node] + 1;
    return depths;
}

BranchId heaviest_child(const Tree& tree, NodeId node) {
    const std::span<const NodeId> children = tree.children_of(node);
    const auto lighter = [&](NodeId a, NodeId b) { return tree.nodes[a].weight < tree.nodes[b].weight; };
    return static_cast<BranchId>(std::max_element(children.begin(), children.end(), lighter) - children.begin());
}

std::vector<std::size_t> leaves_below(const Tree& tree) {
    std::vector<std::size_t> leaves(tree.nodes.size(), 0);
    for (NodeId node = size32(tree.nodes); node-- > 0;) {  // children come after their parent
        if (tree.nodes[node].is_leaf()) leaves[node] = 1;
        for (const NodeId child : tree.children_of(node)) leaves[node] += leaves[child];
    }
    return leaves;
}

std::size_t leaf_count(const Tree& tree) {
    return static_cast<std::size_t>(
        std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) { return node.is_leaf(); }));
}

void copy_surrogates(const Tree& from, NodeId node, Tree& to, Node& copy) {
    const auto surrogates = from.surrogates_of(node);
    copy.first_surrogate = surrogates.empty() ? 0 : size32(to.surrogates);
    copy.surrogate_count = size32(surrogates);
    for (Surrogate surrogate : surrogates) {
        const auto levels = std::span(from.surrogate_levels)
                                .subspan(surrogate.first_level, std::size_t{surrogate.left_levels} + surrogate.right_levels);
        surrogate.first_level = levels.empty() ? 0 : size32(to.surrogate_levels);
        to.surrogate_levels.insert(to.surrogate_levels.end(), levels.begin(), levels.end());
        to.surrogates.push_back(surrogate);
    }
}

}  // namespace treewright
