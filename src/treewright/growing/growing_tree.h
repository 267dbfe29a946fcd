// A tree under construction: nodes in the order of their creation, with parent links, which a finished tree does not need.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/growing/candidate.h"
#include "treewright/growing/labels.h"
#include "treewright/tree/tree.h"

namespace treewright {

class GrowingTree {
public:
    explicit GrowingTree(const Labels& labels);

    NodeId add_root(const Sums& sums);
    /// Turns a leaf into a split with its children; returns the number of the first, the others follow it.
    std::uint32_t split(NodeId node, const Candidate& candidate);

    [[nodiscard]] Tree& tree() { return tree_; }
    [[nodiscard]] NodeId parent(NodeId node) const { return parent_[node]; }
    [[nodiscard]] std::uint32_t depth(NodeId node) const { return depth_[node]; }
    /// Whether leaf `a` comes before leaf `b` in preorder.
    [[nodiscard]] bool precedes(std::uint32_t a, std::uint32_t b) const;
    /// The features split on above the node.
    [[nodiscard]] std::vector<FeatureId> features_above(NodeId node) const;

private:
    void add_surrogates(Node& node, const Candidate& candidate);
    NodeId add_leaf(const Sums& sums, NodeId parent, std::uint32_t depth);

    const Labels& labels_;
    Tree tree_;
    std::vector<NodeId> parent_;
    std::vector<std::uint32_t> depth_;
};

}  // namespace treewright
