// A decision tree as flat data: one array of nodes in preorder and arrays that nodes point into, filled in the order of the nodes and
// without gaps. Nothing here recurses, so a chain of 100,000 nodes is a tree like any other. check.h lists the invariants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "treewright/data/class_table.h"
#include "treewright/data/ids.h"
#include "treewright/tree/split.h"

namespace treewright {

/// The outcome of a stopping test, kept whether the node was split or not.
struct NodeTest {
    double p_value = 1.0;
    double tests_at_node = 1.0;     ///< m: tests that were possible at the node, over all features; finite
    double tests_of_feature = 1.0;  ///< those of the tested feature; at least 1
    bool approximate = false;       ///< an exact test that was too large and became χ²
    bool operator==(const NodeTest&) const = default;
};

/// A split on another feature that mostly agrees with the node's own, for rows that lack the value the node tests. The compact
/// form of a `Split`.
struct Surrogate {
    SplitKind kind = SplitKind::threshold;  ///< threshold or subset
    bool reversed = false;                  ///< kind threshold: value <= threshold goes to child 1, else to child 0
    FeatureId feature = no_feature;
    double threshold = 0.0;         ///< kind threshold: finite
    std::uint32_t first_level = 0;  ///< kind subset: left levels, then right levels, in Tree::surrogate_levels, each sorted
    std::uint32_t left_levels = 0;
    std::uint32_t right_levels = 0;
    double agreeing_weight = 0.0;  ///< of the node's training rows that it sends to the same child as the node's split
    double known_weight = 0.0;     ///< of those that have both values

    bool operator==(const Surrogate&) const = default;
};

/// What happens to a row that lacks the value a node tests.
enum class MissingPolicy : std::uint8_t {
    default_child,  ///< it goes by the node's surrogates, else to the node's `missing_child`
    all_children,   ///< it goes down all branches, with shares proportional to their weights (prediction/fractional_walk.h)
    refuse,         ///< it is not predicted
};

/// What a node predicts for the rows that end in it (leaf.h).
enum class LeafKind : std::uint8_t {
    constant,  ///< the node's label and class weights, or its mean
};

/// The compact form of a `Split`, with the node statistics. Members that a kind does not use keep their default values.
struct Node {
    SplitKind kind = SplitKind::leaf;
    bool heuristic = false;       ///< a subset found by a search of some orderings only
    bool missing_branch = false;  ///< multiway: the last child is for missing values
    LeafKind leaf = LeafKind::constant;
    FeatureId feature = no_feature;  ///< index into `Schema::features`; `no_feature` for a leaf
    double threshold = 0.0;          ///< kind threshold: finite
    std::uint32_t first_child = 0;   ///< children are Tree::children[first_child .. first_child + child_count)
    std::uint32_t child_count = 0;
    std::uint32_t first_level = 0;  ///< kind subset: left levels, then right levels, in Tree::levels, each sorted
    std::uint32_t left_levels = 0;
    std::uint32_t right_levels = 0;
    BranchId missing_child = 0;   ///< position among the children to which missing and unseen values go
    double missing_weight = 0.0;  ///< weight of the training rows that lacked the tested value here
    std::uint32_t first_surrogate =
        0;  ///< Tree::surrogates[first_surrogate .. first_surrogate + surrogate_count), the best first
    std::uint32_t surrogate_count = 0;

    ClassId label = no_class;  ///< predicted class; `no_class` for regression
    double weight = 0.0;       ///< 0: an empty branch, which predicts as its parent does
    double mean = 0.0;         ///< regression: the predicted value
    double impurity = 0.0;     ///< in the criterion's own measure; regression: the variance. Finite: at most the largest double
    double gain = 0.0;         ///< of the split, finite; 0 for a leaf
    std::optional<NodeTest> test;

    [[nodiscard]] bool is_leaf() const { return kind == SplitKind::leaf; }
    bool operator==(const Node&) const = default;
};

/// Nodes are numbered in preorder: node 0 is the root, a node's first child follows it, children come after their parent.
struct Tree {
    std::size_t classes = 0;  ///< 0 for regression
    std::vector<Node> nodes;
    std::vector<NodeId> children;
    std::vector<LevelCode> levels;
    ClassTable<double> class_weights;  ///< by node and class, as they were in the data
    std::vector<Surrogate> surrogates;
    std::vector<LevelCode> surrogate_levels;
    MissingPolicy missing = MissingPolicy::default_child;
    /// `fractional()` with priors, class weights or costs: the loss of a unit of weight of class i if j is predicted, at i ×
    /// classes + j; the label of a row in several leaves minimises it. Empty: every error costs the same.
    std::vector<double> losses;

    [[nodiscard]] std::span<const NodeId> children_of(NodeId node) const {
        return std::span(children).subspan(nodes[node].first_child, nodes[node].child_count);
    }
    [[nodiscard]] std::span<const LevelCode> left_levels_of(NodeId node) const {
        return std::span(levels).subspan(nodes[node].first_level, nodes[node].left_levels);
    }
    [[nodiscard]] std::span<const LevelCode> right_levels_of(NodeId node) const {
        return std::span(levels).subspan(nodes[node].first_level + nodes[node].left_levels, nodes[node].right_levels);
    }
    [[nodiscard]] ClassRow<double> class_weights_of(NodeId node) const { return class_weights.row(node, classes); }
    [[nodiscard]] double class_weight(NodeId node, ClassId label) const { return class_weights.at(node, label, classes); }
    [[nodiscard]] std::span<const Surrogate> surrogates_of(NodeId node) const {
        return std::span(surrogates).subspan(nodes[node].first_surrogate, nodes[node].surrogate_count);
    }
    [[nodiscard]] std::span<const LevelCode> left_levels_of(const Surrogate& surrogate) const {
        return std::span(surrogate_levels).subspan(surrogate.first_level, surrogate.left_levels);
    }
    [[nodiscard]] std::span<const LevelCode> right_levels_of(const Surrogate& surrogate) const {
        return std::span(surrogate_levels)
            .subspan(std::size_t{surrogate.first_level} + surrogate.left_levels, surrogate.right_levels);
    }
    /// Whether a row that lacks a tested value goes down all branches.
    [[nodiscard]] bool fractional() const { return missing == MissingPolicy::all_children; }
    /// The split of a node, or of a surrogate.
    [[nodiscard]] Split split_of(NodeId node) const;
    [[nodiscard]] Split split_of(const Surrogate& surrogate) const;
    /// The same without a copy; a view lives as long as the tree.
    [[nodiscard]] SplitView split_view(NodeId number) const {
        const Node& node = nodes[number];
        return {node.kind,
                false,
                node.feature,
                node.threshold,
                left_levels_of(number),
                right_levels_of(number),
                node.child_count - (node.missing_branch ? 1 : 0)};
    }
    [[nodiscard]] SplitView split_view(const Surrogate& surrogate) const {
        return {surrogate.kind,      surrogate.reversed,        surrogate.feature,
                surrogate.threshold, left_levels_of(surrogate), right_levels_of(surrogate)};
    }
    bool operator==(const Tree&) const = default;
};

/// The parent of every node; `no_parent` for the root.
std::vector<NodeId> parents_of(const Tree& tree);
/// The depth of every node; the root's is 0.
std::vector<std::uint32_t> depths_of(const Tree& tree);
/// Position (not number) of the child with the largest weight; ties: the first.
BranchId heaviest_child(const Tree& tree, NodeId node);
std::size_t leaf_count(const Tree& tree);
/// The number of leaves below each node; 1 for a leaf.
std::vector<std::size_t> leaves_below(const Tree& tree);
/// Stores a split in a node: the inverse of `Tree::split_of`, except for the children, which the caller sets.
void store_split(const Split& split, Tree& tree, Node& node);
/// Appends a surrogate with this split; the caller sets its weights.
Surrogate& add_surrogate(const Split& split, Tree& tree);
/// Appends the surrogates of a node of one tree to another tree and lets `copy`, its node there, refer to them.
void copy_surrogates(const Tree& from, NodeId node, Tree& to, Node& copy);

}  // namespace treewright
