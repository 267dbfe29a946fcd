// A tree while it grows: nodes in the order they were made, with the links upwards that a finished tree does not need.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/growing/candidate.h"
#include "treewright/growing/labels.h"
#include "treewright/tree/tree.h"

namespace treewright {

class YoungTree {
public:
    explicit YoungTree(const Labels& labels);

    std::uint32_t add_root(const Sums& sums);
    /// Turns a leaf into a split with its children; returns the number of the first, the others follow it.
    std::uint32_t split(std::uint32_t node, const Candidate& candidate);

    [[nodiscard]] Tree& tree() { return tree_; }
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return parent_[node]; }
    [[nodiscard]] std::uint32_t depth(std::uint32_t node) const { return depth_[node]; }
    /// Whether leaf `a` stands before leaf `b` in preorder.
    [[nodiscard]] bool precedes(std::uint32_t a, std::uint32_t b) const;
    /// The features asked about on the way to the node.
    [[nodiscard]] std::vector<std::size_t> features_above(std::uint32_t node) const;

private:
    void add_surrogates(Node& node, const Candidate& candidate);
    std::uint32_t add_leaf(const Sums& sums, std::uint32_t parent, std::uint32_t depth);

    const Labels& labels_;
    Tree tree_;
    std::vector<std::uint32_t> parent_;
    std::vector<std::uint32_t> depth_;
};

}  // namespace treewright
