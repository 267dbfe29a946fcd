// Random rows for random models, and the way down a tree by the description of each kind of split: from the arrays alone, without
// the code that is tested.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
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
                column.codes.push_back(static_cast<std::int32_t>(random.below(schema.levels.size() + 2)) - 2);
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
    const std::int32_t code = column.codes[row];
    if (code == missing_code || code == unseen_code) return at(node.missing_child);
    if (node.kind == SplitKind::multiway) return at(static_cast<std::size_t>(code));
    for (std::uint32_t i = 0; i < node.left_levels + node.right_levels; ++i)
        if (tree.levels[node.first_level + i] == code) return at(i < node.left_levels ? 0 : 1);
    return at(tree.nodes[at(1)].weight > tree.nodes[at(0)].weight ? 1 : 0);
}

inline std::vector<std::uint32_t> path(const Model& model, const std::vector<Column>& features, std::size_t row) {
    std::vector<std::uint32_t> path = {0};
    while (model.tree.nodes[path.back()].kind != SplitKind::leaf) {
        const auto feature = static_cast<std::size_t>(model.tree.nodes[path.back()].feature);
        path.push_back(child(model, path.back(), features[feature], row));
    }
    return path;
}

inline std::vector<std::uint32_t> leaves(const Model& model, const std::vector<Column>& features, std::size_t rows) {
    std::vector<std::uint32_t> leaves;
    for (std::size_t row = 0; row < rows; ++row) leaves.push_back(path(model, features, row).back());
    return leaves;
}

}  // namespace treewright::naive
