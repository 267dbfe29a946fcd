// What a node predicts for a row that ends in it, and its loss on its training rows. The only place that knows the kinds of
// leaf: to add one (a linear model of the row, say), add a `LeafKind`, its coefficients to the tree, and its case here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

struct LeafAnswer {
    ClassId label = no_class;  ///< the predicted class; `no_class` for regression
    double value = 0.0;        ///< the predicted number; 0 for classification
};

/// What a node predicts for a row that ends in it. A constant leaf ignores the row.
template <class Row>
LeafAnswer answer_at(const Tree& tree, NodeId node, const Row& /*row*/) {
    return {tree.nodes[node].label, tree.nodes[node].mean};
}

/// The mean loss of a node on its training rows: its impurity; in regression the mean squared error of its prediction.
inline double mean_loss_at(const Tree& tree, NodeId node) { return tree.nodes[node].impurity; }
/// The total loss over these rows.
inline double total_loss_at(const Tree& tree, NodeId node) { return tree.nodes[node].weight * mean_loss_at(tree, node); }

/// Whether every row that ends in the node gets the same prediction.
inline bool is_constant(const Node& node) {
    switch (node.leaf) {
        case LeafKind::constant: return true;
    }
    return false;
}

/// The predictions of all nodes as dense arrays, for many rows: a node of the tree is ten times as large, which costs cache
/// misses.
class LeafAnswers {
public:
    explicit LeafAnswers(const Tree& tree) {
        for (const Node& node : tree.nodes) {
            labels_.push_back(node.label);
            values_.push_back(node.mean);
            all_constant_ = all_constant_ && is_constant(node);
        }
    }

    /// Whether no prediction depends on the row.
    [[nodiscard]] bool all_constant() const { return all_constant_; }

    // What a node predicts for a row that ends in it.
    template <class Row>
    [[nodiscard]] ClassId label(NodeId node, const Row& /*row*/) const {
        return labels_[node];
    }
    template <class Row>
    [[nodiscard]] double value(NodeId node, const Row& /*row*/) const {
        return values_[node];
    }
    /// What a node predicts for a typical row of its own: the constant, whatever kind of leaf it is.
    [[nodiscard]] LeafAnswer typical(NodeId node) const { return {labels_[node], values_[node]}; }

private:
    std::vector<ClassId> labels_;
    std::vector<double> values_;
    bool all_constant_ = true;
};

}  // namespace treewright
