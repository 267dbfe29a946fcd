// Trees for tests, written down as they are drawn: the weights of the classes in a node, then its children.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/tree/tree.h"

namespace treewright::sample {

struct Shape {
    std::vector<double> weights;
    std::vector<Shape> children = {};
};

inline Shape leaf(std::vector<double> weights) { return {std::move(weights), {}}; }

/// The heaviest class is the label; questions are thresholds (two children) or multiway.
inline void add_nodes(const Shape& shape, Tree& tree) {
    const std::size_t number = tree.nodes.size();
    Node node;
    node.label =
        static_cast<std::int32_t>(std::max_element(shape.weights.begin(), shape.weights.end()) - shape.weights.begin());
    for (const double weight : shape.weights) node.weight += weight;
    node.child_count = size32(shape.children);
    if (!shape.children.empty()) {
        node.kind = shape.children.size() == 2 ? SplitKind::threshold : SplitKind::multiway;
        node.feature = 0;
        node.first_child = size32(tree.children);
        tree.children.resize(tree.children.size() + shape.children.size());
    }
    tree.nodes.push_back(node);
    tree.class_weights.cells.insert(tree.class_weights.cells.end(), shape.weights.begin(), shape.weights.end());
    for (std::size_t child = 0; child < shape.children.size(); ++child) {
        tree.children[node.first_child + child] = size32(tree.nodes);
        add_nodes(shape.children[child], tree);
    }
    tree.nodes[number].impurity = 0.0;
}

inline Tree tree_of(const Shape& shape) {
    Tree tree;
    tree.classes = shape.weights.size();
    add_nodes(shape, tree);
    return tree;
}

/// Parts the rows of a node at random, again and again; weights are small, so that ties abound.
inline Shape random_shape(std::mt19937_64& random, std::vector<double> weights, int depth) {
    double total = 0.0;
    for (const double weight : weights) total += weight;
    if (depth == 0 || total < 2 || random() % 5 == 0) return leaf(std::move(weights));
    const std::size_t children = 2 + (random() % 4 == 0 ? random() % 3 : 0);
    std::vector<std::vector<double>> parts(children, std::vector<double>(weights.size(), 0.0));
    for (std::size_t j = 0; j < weights.size(); ++j)
        for (double row = 0; row < weights[j]; ++row) parts[random() % children][j] += 1.0;
    Shape shape{std::move(weights), {}};
    for (auto& part : parts) shape.children.push_back(random_shape(random, std::move(part), depth - 1));
    return shape;
}

inline Tree random_tree(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<double> weights(2 + random() % 3);
    for (double& weight : weights) weight = 1.0 + static_cast<double>(random() % 20);
    return tree_of(random_shape(random, std::move(weights), 5));
}

}  // namespace treewright::sample
