#include "treewright/tree/tree.h"

#include <algorithm>

namespace treewright {
namespace {

std::vector<std::int32_t> copy_of(std::span<const std::int32_t> levels) { return {levels.begin(), levels.end()}; }

/// Where nodes and surrogates keep their sets.
template <class Owner>
void store_levels(const Split& split, std::vector<std::int32_t>& all, Owner& owner) {
    owner.first_level = split.kind == SplitKind::subset ? static_cast<std::uint32_t>(all.size()) : 0;
    owner.left_levels = static_cast<std::uint32_t>(split.left_levels.size());
    owner.right_levels = static_cast<std::uint32_t>(split.right_levels.size());
    all.insert(all.end(), split.left_levels.begin(), split.left_levels.end());
    all.insert(all.end(), split.right_levels.begin(), split.right_levels.end());
}

}  // namespace

Split Tree::split_of(std::size_t number) const {
    const Node& node = nodes[number];
    Split split;
    split.kind = node.kind;
    split.missing_branch = node.missing_branch;
    split.missing_child = node.missing_child;
    split.feature = static_cast<std::size_t>(node.feature);
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
    split.feature = static_cast<std::size_t>(surrogate.feature);
    split.threshold = surrogate.threshold;
    split.left_levels = copy_of(left_levels_of(surrogate));
    split.right_levels = copy_of(right_levels_of(surrogate));
    return split;
}

void store_split(const Split& split, Tree& tree, Node& node) {
    node.kind = split.kind;
    node.missing_branch = split.missing_branch;
    node.feature = static_cast<std::int32_t>(split.feature);
    node.threshold = split.threshold;
    node.missing_child = split.missing_child;
    store_levels(split, tree.levels, node);
}

Surrogate& add_surrogate(const Split& split, Tree& tree) {
    Surrogate& surrogate = tree.surrogates.emplace_back();
    surrogate.kind = split.kind;
    surrogate.reversed = split.reversed;
    surrogate.feature = static_cast<std::int32_t>(split.feature);
    surrogate.threshold = split.threshold;
    store_levels(split, tree.surrogate_levels, surrogate);
    return surrogate;
}

std::vector<std::uint32_t> parents_of(const Tree& tree) {
    std::vector<std::uint32_t> parents(tree.nodes.size(), no_parent);
    for (std::size_t node = 0; node < tree.nodes.size(); ++node)
        for (const std::uint32_t child : tree.children_of(node)) parents[child] = static_cast<std::uint32_t>(node);
    return parents;
}

std::vector<std::uint32_t> depths_of(const Tree& tree) {
    std::vector<std::uint32_t> depths(tree.nodes.size(), 0);
    for (std::size_t node = 0; node < tree.nodes.size(); ++node)
        for (const std::uint32_t child : tree.children_of(node)) depths[child] = depths[node] + 1;
    return depths;
}

std::uint32_t heaviest_child(const Tree& tree, std::size_t node) {
    const std::span<const std::uint32_t> children = tree.children_of(node);
    const auto lighter = [&](std::uint32_t a, std::uint32_t b) { return tree.nodes[a].weight < tree.nodes[b].weight; };
    return static_cast<std::uint32_t>(std::max_element(children.begin(), children.end(), lighter) - children.begin());
}

std::vector<std::size_t> leaves_below(const Tree& tree) {
    std::vector<std::size_t> leaves(tree.nodes.size(), 0);
    for (std::size_t node = tree.nodes.size(); node-- > 0;) {  // children come after their parent
        if (tree.nodes[node].is_leaf()) leaves[node] = 1;
        for (const std::uint32_t child : tree.children_of(node)) leaves[node] += leaves[child];
    }
    return leaves;
}

std::size_t leaf_count(const Tree& tree) {
    return static_cast<std::size_t>(
        std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) { return node.is_leaf(); }));
}

void copy_surrogates(const Tree& from, std::size_t node, Tree& to, Node& copy) {
    const auto surrogates = from.surrogates_of(node);
    copy.first_surrogate = surrogates.empty() ? 0 : static_cast<std::uint32_t>(to.surrogates.size());
    copy.surrogate_count = static_cast<std::uint32_t>(surrogates.size());
    for (Surrogate surrogate : surrogates) {
        const auto levels = std::span(from.surrogate_levels)
                                .subspan(surrogate.first_level, std::size_t{surrogate.left_levels} + surrogate.right_levels);
        surrogate.first_level = levels.empty() ? 0 : static_cast<std::uint32_t>(to.surrogate_levels.size());
        to.surrogate_levels.insert(to.surrogate_levels.end(), levels.begin(), levels.end());
        to.surrogates.push_back(surrogate);
    }
}

}  // namespace treewright
