#include "treewright/growing/growing_tree.h"

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/base/positions.h"

namespace treewright {

GrowingTree::GrowingTree(const Labels& labels) : labels_(labels) {
    tree_.classes = labels.is_classification() ? labels.slots() : 0;
}

std::uint32_t GrowingTree::add_leaf(const Sums& sums, NodeId parent, std::uint32_t depth) {
    const auto number = size32(tree_.nodes);
    Node node;
    node.weight = labels_.real_weight(sums.weight);
    tree_.nodes.push_back(node);
    tree_.class_weights.add_row(tree_.classes, [&](std::size_t j) { return labels_.real_weight(sums.slots[j]); });
    parent_.push_back(parent);
    depth_.push_back(depth);
    return number;
}

std::uint32_t GrowingTree::add_root(const Sums& sums) { return add_leaf(sums, no_parent, 0); }

std::uint32_t GrowingTree::split(NodeId number, const Candidate& candidate) {
    const Split& split = candidate.split;
    check_invariant(candidate.branches.size() == split.children, "a split has as many branches as children");
    Node& node = tree_.nodes[number];
    store_split(split, tree_, node);
    node.heuristic = candidate.heuristic;
    node.missing_weight = labels_.real_weight(candidate.missing_weight);
    node.gain = labels_.real_gain(candidate.gain);
    add_surrogates(node, candidate);
    node.first_child = size32(tree_.children);
    node.child_count = static_cast<std::uint32_t>(split.children);
    const auto first = size32(tree_.nodes);  // `node` is gone after the first add_leaf
    const std::uint32_t depth = depth_[number] + 1;
    for (const Sums& branch : candidate.branches) tree_.children.push_back(add_leaf(branch, number, depth));
    return first;
}

void GrowingTree::add_surrogates(Node& node, const Candidate& candidate) {
    if (candidate.surrogates.empty()) return;
    node.first_surrogate = size32(tree_.surrogates);
    node.surrogate_count = size32(candidate.surrogates);
    for (const SurrogateCandidate& found : candidate.surrogates) {
        Surrogate& surrogate = add_surrogate(found.split, tree_);
        surrogate.agreeing_weight = labels_.real_weight(found.agreeing);
        surrogate.known_weight = labels_.real_weight(found.known);
    }
}

bool GrowingTree::precedes(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return false;
    while (depth_[a] > depth_[b]) a = parent_[a];
    while (depth_[b] > depth_[a]) b = parent_[b];
    while (parent_[a] != parent_[b]) {
        a = parent_[a];
        b = parent_[b];
    }
    return a < b;  // siblings are made in order
}

std::vector<FeatureId> GrowingTree::features_above(NodeId node) const {
    std::vector<FeatureId> features;
    for (node = parent_[node]; node != no_parent; node = parent_[node]) features.push_back(tree_.nodes[node].feature);
    return features;
}

}  // namespace treewright
