// Routing: which child a row goes to at a node: by the split itself (split.h), else by surrogates, else where the node sends missing,
// unseen and absent values. Growing, prediction and pruning all route by it; lowered.h spells it out as steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// Position of the child for a numeric, date, time or ordered value; NaN is missing.
BranchId child_for_value(const Tree& tree, NodeId node, double value);
/// Position of the child for a level code, `missing_code` or `unseen_code`.
BranchId child_for_code(const Tree& tree, NodeId node, LevelCode code);

/// Whether two nodes have the same split, and send missing values the same way; true for two leaves.
bool same_split(const Tree& a, NodeId node_a, const Tree& b, NodeId node_b);

/// Whether the node's split cannot decide on the value: it is missing, and no branch is for missing values.
bool lacks_answer_to_value(const Tree& tree, NodeId node, double value);
/// The same for a level that is missing or unseen in training.
bool lacks_answer_to_code(const Tree& tree, NodeId node, LevelCode code);

/// A row of a table whose columns are the features of the schema.
struct ColumnRow {
    const std::vector<Column>& features;
    std::size_t row;

    [[nodiscard]] bool holds_value(FeatureId feature) const { return features[feature].has_values(); }
    [[nodiscard]] double value(FeatureId feature) const { return features[feature].values[row]; }
    [[nodiscard]] LevelCode code(FeatureId feature) const { return features[feature].codes[row]; }
};

/// Position of the child that the split itself sends a row to; none if it cannot decide.
template <class Row>
std::optional<BranchId> child_of_row(const SplitView& split, const Row& row) {
    return row.holds_value(split.feature) ? child_by_split(split, row.value(split.feature))
                                          : child_by_split(split, row.code(split.feature));
}

template <class Row>
bool lacks_answer(const Tree& tree, NodeId node, const Row& row) {
    const auto feature = tree.nodes[node].feature;
    return row.holds_value(feature) ? lacks_answer_to_value(tree, node, row.value(feature))
                                    : lacks_answer_to_code(tree, node, row.code(feature));
}

/// The first surrogate of the node that the row has a value for; null if there is none.
template <class Row>
const Surrogate* surrogate_for(const Tree& tree, NodeId node, const Row& row, BranchId& child) {
    for (const Surrogate& surrogate : tree.surrogates_of(node)) {
        const auto found = child_of_row(tree.split_view(surrogate), row);
        if (!found) continue;
        child = *found;
        return &surrogate;
    }
    return nullptr;
}

/// Position of the child that a row goes to: by its own value, else by the first surrogate it has a value for, else the child
/// for missing values. (In a `fractional` tree that is the heaviest child, and only the largest share of the row goes there.)
template <class Row>
BranchId child_for_row(const Tree& tree, NodeId node, const Row& row) {
    BranchId child = 0;
    const bool by_surrogate = tree.nodes[node].surrogate_count > 0 && lacks_answer(tree, node, row) &&
                              surrogate_for(tree, node, row, child) != nullptr;
    if (by_surrogate) return child;
    const auto feature = tree.nodes[node].feature;
    return row.holds_value(feature) ? child_for_value(tree, node, row.value(feature))
                                    : child_for_code(tree, node, row.code(feature));
}

}  // namespace treewright
