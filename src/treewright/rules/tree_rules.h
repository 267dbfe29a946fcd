// The rules of a tree: one for each leaf, the conditions of its path merged feature by feature. Every row meets exactly one of
// them, that of the leaf it ends in, even if values are missing or unseen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/schema.h"
#include "treewright/rules/rule.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Each rule is made when it is asked for. What is kept grows with the tree; all rules together may grow with its square, since a
/// leaf at the end of a long path has a condition for every feature on it. The tree must outlive this.
class TreeRules {
public:
    TreeRules(const Tree& tree, std::span<const ColumnSchema> features);
    TreeRules(const Tree&& tree, std::span<const ColumnSchema> features) = delete;

    [[nodiscard]] const std::vector<NodeId>& leaves() const { return leaves_; }
    [[nodiscard]] Rule without_conditions(NodeId leaf) const;
    [[nodiscard]] std::vector<RuleCondition> conditions_of(NodeId leaf) const;
    [[nodiscard]] Rule rule(NodeId leaf) const;

private:
    class Walk;
    /// The branch that leads to a node.
    struct Branch {
        RuleCondition condition;     ///< with those about the same feature above it
        NodeId next = 0;             ///< the next node above to which a question about another feature leads
        std::uint32_t first = 0;     ///< how far down the path first asks about the feature
        std::uint32_t features = 0;  ///< that the path asks about
    };

    const Tree& tree_;
    std::vector<Branch> branches_;  ///< by node; the root's is empty
    std::vector<NodeId> leaves_;
};

/// All of them, in the order of the leaves, including those that no training row reached (their weight is 0). The conditions are in the
/// order in which the path first tests their features.
std::vector<Rule> rules_of(const Tree& tree, std::span<const ColumnSchema> features);

}  // namespace treewright
