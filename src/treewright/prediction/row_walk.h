// Traversal of the model's own tree by a single row: the reference that batch prediction is tested against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/prediction/rows.h"
#include "treewright/tree/model.h"
#include "treewright/tree/routing.h"

namespace treewright {

/// The number of the child that a row goes to from a node that is not a leaf; if it goes to several, the heaviest.
NodeId next_node(const Tree& tree, NodeId node, const std::vector<Column>& features, std::size_t row);
/// The number of the leaf that a row ends in; if it ends in several, the one with its largest share.
NodeId find_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row);
/// The same for a row whose cells are contiguous, as in a `RowMatrix`.
NodeId find_leaf(const Model& model, std::span<const float> cells);
NodeId find_leaf(const Model& model, std::span<const double> cells);
/// The same for one of many rows.
NodeId find_leaf(const Model& model, const Rows& rows, std::size_t row);
/// The numbers of the nodes that a row passes, from the root to that leaf.
std::vector<NodeId> path_to_leaf(const Tree& tree, const std::vector<Column>& features, std::size_t row);

/// A row whose cells are contiguous.
template <class Value>
struct CellRow {
    const Schema& schema;
    std::span<const Value> cells;

    [[nodiscard]] bool holds_value(FeatureId feature) const { return holds_values(schema.features[feature].type); }
    [[nodiscard]] double value(FeatureId feature) const { return static_cast<double>(cells[feature]); }
    [[nodiscard]] LevelCode code(FeatureId feature) const {
        return code_of_cell(static_cast<double>(cells[feature]), schema.features[feature].levels.size());
    }
};

/// Calls use(row) with one of many rows as a `ColumnRow` or `CellRow`.
template <class Use>
auto with_row(const Schema& schema, const Rows& rows, std::size_t row, const Use& use) {
    return std::visit(
        [&](const auto& shape) {
            if constexpr (std::is_same_v<decltype(shape), const Rows::InColumns&>)
                return use(ColumnRow{*shape.features, row});
            else
                return use(CellRow{schema, std::span(shape.cells + row * shape.step, schema.features.size())});
        },
        rows.shape());
}

}  // namespace treewright
