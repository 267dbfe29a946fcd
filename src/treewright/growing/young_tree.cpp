#include "treewright/growing/young_tree.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

YoungTree::YoungTree(const Labels& labels) : labels_(labels) {
    tree_.classes = labels.is_classification() ? labels.slots() : 0;
}

std::uint32_t YoungTree::add_leaf(const Sums& sums, std::uint32_t parent, std::uint32_t depth) {
    const auto number = static_cast<std::uint32_t>(tree_.nodes.size());
    Node node;
    node.weight = labels_.real_weight(sums.weight);
    tree_.nodes.push_back(node);
    for (std::size_t j = 0; j < tree_.classes; ++j) tree_.class_weights.push_back(labels_.real_weight(sums.slots[j]));
    parent_.push_back(parent);
    depth_.push_back(depth);
    return number;
}

std::uint32_t YoungTree::add_root(const Sums& sums) { return add_leaf(sums, no_parent, 0); }

std::uint32_t YoungTree::split(std::uint32_t number, const Candidate& candidate) {
    const Condition& condition = candidate.condition;
    check_invariant(candidate.branches.size() == condition.children, "a split has as many branches as children");
    Node& node = tree_.nodes[number];
    node.kind = condition.kind;
    node.heuristic = candidate.heuristic;
    node.missing_branch = condition.missing_branch;
    node.feature = static_cast<std::int32_t>(condition.feature);
    node.threshold = condition.threshold;
    node.missing_child = condition.missing_child;
    node.missing_weight = labels_.real_weight(candidate.missing_weight);
    node.gain = labels_.real_gain(candidate.gain);
    node.first_level = static_cast<std::uint32_t>(tree_.levels.size());
    node.left_levels = static_cast<std::uint32_t>(condition.left_levels.size());
    node.right_levels = static_cast<std::uint32_t>(condition.right_levels.size());
    tree_.levels.insert(tree_.levels.end(), condition.left_levels.begin(), condition.left_levels.end());
    tree_.levels.insert(tree_.levels.end(), condition.right_levels.begin(), condition.right_levels.end());
    node.first_child = static_cast<std::uint32_t>(tree_.children.size());
    node.child_count = static_cast<std::uint32_t>(condition.children);
    const auto first = static_cast<std::uint32_t>(tree_.nodes.size());  // `node` is gone after the first add_leaf
    const std::uint32_t depth = depth_[number] + 1;
    for (const Sums& branch : candidate.branches) tree_.children.push_back(add_leaf(branch, number, depth));
    return first;
}

bool YoungTree::precedes(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return false;
    while (depth_[a] > depth_[b]) a = parent_[a];
    while (depth_[b] > depth_[a]) b = parent_[b];
    while (parent_[a] != parent_[b]) {
        a = parent_[a];
        b = parent_[b];
    }
    return a < b;  // siblings are made in order
}

std::vector<std::size_t> YoungTree::features_above(std::uint32_t node) const {
    std::vector<std::size_t> features;
    for (node = parent_[node]; node != no_parent; node = parent_[node])
        features.push_back(static_cast<std::size_t>(tree_.nodes[node].feature));
    return features;
}

namespace {

void copy_node(const Tree& from, std::uint32_t number, Tree& to) {
    Node node = from.nodes[number];
    const auto levels = std::span(from.levels).subspan(node.first_level, node.left_levels + node.right_levels);
    node.first_level = levels.empty() ? 0 : static_cast<std::uint32_t>(to.levels.size());
    to.levels.insert(to.levels.end(), levels.begin(), levels.end());
    node.first_child = node.child_count == 0 ? 0 : static_cast<std::uint32_t>(to.children.size());
    to.children.resize(to.children.size() + node.child_count);
    to.nodes.push_back(node);
    const auto weights = from.class_weights_of(number);
    to.class_weights.insert(to.class_weights.end(), weights.begin(), weights.end());
}

constexpr std::size_t no_slot = SIZE_MAX;

/// Copies trees into one, node by node in preorder, without recursion.
class PreorderWriter {
public:
    explicit PreorderWriter(Tree& ordered) : ordered_(ordered) {}

    /// `slot`: where the number of the root is to stand among the children. Calls stand_in(node, slot) for each node; if it
    /// returns true it has written something else in the node's place.
    template <class StandIn>
    void write(const Tree& tree, std::size_t root_slot, std::vector<std::uint32_t>& new_number, const StandIn& stand_in) {
        new_number.assign(tree.nodes.size(), 0);
        std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, root_slot}};
        while (!stack.empty()) {
            const auto [number, slot] = stack.back();
            stack.pop_back();
            if (stand_in(number, slot)) continue;
            new_number[number] = static_cast<std::uint32_t>(ordered_.nodes.size());
            if (slot != no_slot) ordered_.children[slot] = new_number[number];
            copy_node(tree, number, ordered_);
            const auto children = tree.children_of(number);
            const std::size_t first = ordered_.nodes.back().first_child;
            for (std::size_t i = children.size(); i-- > 0;) stack.emplace_back(children[i], first + i);
        }
    }

private:
    Tree& ordered_;
};

}  // namespace

Tree in_preorder(const Tree& tree, std::vector<Graft>& grafts, std::vector<std::uint32_t>& new_number) {
    Tree ordered;
    ordered.classes = tree.classes;
    std::size_t nodes = tree.nodes.size();
    std::unordered_map<std::uint32_t, Graft*> graft_at;
    for (Graft& graft : grafts) {
        nodes += graft.subtree.nodes.size() - 1;
        graft_at[graft.leaf] = &graft;
    }
    ordered.nodes.reserve(nodes);
    ordered.children.reserve(nodes - 1);
    ordered.class_weights.reserve(nodes * tree.classes);
    PreorderWriter writer(ordered);
    writer.write(tree, no_slot, new_number, [&](std::uint32_t node, std::size_t slot) {
        const auto found = graft_at.find(node);
        if (found == graft_at.end()) return false;
        Graft& graft = *found->second;
        writer.write(graft.subtree, slot, graft.new_number, [](std::uint32_t, std::size_t) { return false; });
        graft.subtree = {};
        return true;
    });
    return ordered;
}

}  // namespace treewright
