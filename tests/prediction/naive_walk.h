// Random rows for random models, and a naive traversal written from the description of each kind of split: from the arrays
// alone, without the code under test.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tree/sample_models.h"
#include "treewright/data/table.h"

namespace treewright::naive {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline const double missing = std::nan("");

/// Thresholds of the tree and their neighbours, extremes of both widths, both zeros, and anything.
inline double random_cell(const Model& model, sample::RandomModel& random) {
    static constexpr std::array<double, 12> extremes = {0.0,
                                                        -0.0,
                                                        infinity,
                                                        -infinity,
                                                        5e-324,
                                                        -5e-324,
                                                        1e-45,
                                                        -1e-45,
                                                        1.7976931348623157e308,
                                                        -3.4028234663852886e38,
                                                        3.4028234663852886e38,
                                                        1.0};
    const double threshold = model.tree.nodes[random.below(model.tree.nodes.size())].threshold;
    switch (random.below(8)) {
        case 0: return missing;
        case 1: return extremes[random.below(extremes.size())];
        case 2: return std::nextafter(threshold, infinity);
        case 3: return std::nextafter(threshold, -infinity);
        case 4:
        case 5: return threshold;
        default: return random.number();
    }
}

/// With missing and unseen values.
inline std::vector<Column> random_rows(const Model& model, std::size_t rows, sample::RandomModel& random) {
    std::vector<Column> features;
    for (const ColumnSchema& schema : model.schema.features) {
        Column column{schema, {}, {}};
        for (std::size_t row = 0; row < rows; ++row) {
            if (column.has_values())
                column.values.own().push_back(random_cell(model, random));
            else
                column.codes.push_back(level_code(random.below(schema.levels.size() + 2)) - 2);
        }
        features.push_back(column);
    }
    return features;
}

inline std::uint32_t child(const Model& model, std::uint32_t number, const Column& column, std::size_t row) {
    const Tree& tree = model.tree;
    const Node& node = tree.nodes[number];
    const auto at = [&](std::size_t position) { return tree.children[node.first_child + position]; };
    if (node.kind == SplitKind::threshold) {
        const double value = column.values[row];
        if (std::isnan(value)) return at(node.missing_child);
        return at(value > node.threshold ? 1 : 0);
    }
    if (node.kind == SplitKind::is_missing) return at(column.missing_at(row) ? 0 : 1);
    const LevelCode code = column.codes[row];
    if (code == missing_code || code == unseen_code) return at(node.missing_child);
    if (node.kind == SplitKind::multiway) return at(static_cast<std::size_t>(code));
    for (std::uint32_t i = 0; i < node.left_levels + node.right_levels; ++i)
        if (tree.levels[node.first_level + i] == code) return at(i < node.left_levels ? 0 : 1);
    return at(tree.nodes[at(1)].weight > tree.nodes[at(0)].weight ? 1 : 0);
}

/// Whether the node's split cannot decide: the value is missing, and there is no branch for that.
inline bool lacks(const Model& model, std::uint32_t number, const std::vector<Column>& features, std::size_t row) {
    const Node& node = model.tree.nodes[number];
    const Column& column = features[node.feature];
    const bool unknown = column.has_values() ? std::isnan(column.values[row]) : column.codes[row] < 0;
    return unknown && node.kind != SplitKind::is_missing && !node.missing_branch;
}

inline std::uint32_t child_of_row(const Model& model, std::uint32_t number, const std::vector<Column>& features,
                                  std::size_t row) {
    const Tree& tree = model.tree;
    const Node& node = tree.nodes[number];
    for (std::uint32_t i = 0; i < node.surrogate_count && lacks(model, number, features, row); ++i) {
        const Surrogate& surrogate = tree.surrogates[node.first_surrogate + i];
        const Column& column = features[surrogate.feature];
        std::size_t position = 2;
        if (surrogate.kind == SplitKind::threshold) {
            if (column.values[row] <= surrogate.threshold) position = surrogate.reversed ? 1 : 0;
            if (column.values[row] > surrogate.threshold) position = surrogate.reversed ? 0 : 1;
        } else {
            for (std::uint32_t level = 0; level < surrogate.left_levels + surrogate.right_levels; ++level)
                if (tree.surrogate_levels[surrogate.first_level + level] == column.codes[row])
                    position = level < surrogate.left_levels ? 0 : 1;
        }
        if (position < 2) return tree.children[node.first_child + position];
    }
    return child(model, number, features[node.feature], row);
}

/// Adds the leaves below a node with the shares of the row that end in them.
inline void add_shares(const Model& model, const std::vector<Column>& features, std::size_t row,
                       std::pair<std::uint32_t, double> at, std::vector<std::pair<std::uint32_t, double>>& shares) {
    auto [number, share] = at;
    // Recursion is for fractional rows only: a chain of splits may be longer than the stack is deep.
    while (model.tree.nodes[number].kind != SplitKind::leaf &&
           (!model.tree.fractional() || !lacks(model, number, features, row)))
        number = child_of_row(model, number, features, row);
    const Node& node = model.tree.nodes[number];
    if (node.kind == SplitKind::leaf) {
        shares.emplace_back(number, share);
    } else {
        for (const std::uint32_t each : model.tree.children_of(number))
            if (const double weight = model.tree.nodes[each].weight; weight > 0)
                add_shares(model, features, row, {each, share * (weight / node.weight)}, shares);
    }
}

inline std::vector<std::pair<std::uint32_t, double>> shares(const Model& model, const std::vector<Column>& features,
                                                            std::size_t row) {
    std::vector<std::pair<std::uint32_t, double>> shares;
    add_shares(model, features, row, {0, 1.0}, shares);
    return shares;
}

/// The leaf with the largest share of the row.
inline std::vector<NodeId> path(const Model& model, const std::vector<Column>& features, std::size_t row) {
    std::pair<std::uint32_t, double> most{0, 0.0};
    for (const auto& each : shares(model, features, row))
        if (each.second > most.second * (1 + 1e-6)) most = each;
    std::vector<NodeId> path = {most.first};
    const std::vector<NodeId> parents = parents_of(model.tree);
    while (path.front() != 0) path.insert(path.begin(), parents[path.front()]);
    return path;
}

inline std::vector<NodeId> leaves(const Model& model, const std::vector<Column>& features, std::size_t rows) {
    std::vector<NodeId> leaves;
    for (std::size_t row = 0; row < rows; ++row) leaves.push_back(path(model, features, row).back());
    return leaves;
}

}  // namespace treewright::naive
