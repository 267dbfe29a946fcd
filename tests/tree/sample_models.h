// Models for tests: the golf tree of the textbook, a small regression tree, a chain, and random sound ones of every shape.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/tree/model.h"

namespace treewright::sample {

inline Node leaf(ClassId label, double weight) {
    Node node;
    node.label = label;
    node.weight = weight;
    return node;
}

/// Appends nodes in preorder; the `children` of a split are given by number.
struct TreeBuilder {
    Tree tree;

    std::uint32_t add(Node node, const std::vector<double>& class_weights, const std::vector<NodeId>& children = {}) {
        if (!children.empty()) node.first_child = size32(tree.children);
        node.child_count = size32(children);
        tree.children.insert(tree.children.end(), children.begin(), children.end());
        tree.class_weights.cells.insert(tree.class_weights.cells.end(), class_weights.begin(), class_weights.end());
        tree.nodes.push_back(node);
        return static_cast<std::uint32_t>(tree.nodes.size() - 1);
    }
};

/// Outlook multiway, Humidity by a threshold, Windy by a subset.
inline Model golf() {
    Model model;
    model.schema.features = {{"Outlook", ColumnType::categorical, {"overcast", "rain", "sunny"}},
                             {"Temperature", ColumnType::numeric, {}},
                             {"Humidity", ColumnType::numeric, {}},
                             {"Windy", ColumnType::categorical, {"false", "true"}}};
    model.schema.target = {"Play", ColumnType::categorical, {"no", "yes"}};
    model.options = {{"criterion", "information-gain"}, {"missing", "majority"}};
    model.provenance = {14, "00112233445566778899aabbccddeeff", "0.1.0"};
    TreeBuilder builder;
    builder.tree.classes = 2;
    Node root = leaf(1, 14);
    root.kind = SplitKind::multiway;
    root.feature = 0;
    root.missing_child = 1;
    root.impurity = 0.9402859586706311;
    root.gain = 0.24674981977443933;
    builder.add(root, {5, 9}, {1, 2, 5});
    builder.add(leaf(1, 4), {0, 4});
    Node rain = leaf(1, 5);
    rain.kind = SplitKind::subset;
    rain.feature = 3;
    rain.left_levels = rain.right_levels = 1;
    rain.impurity = rain.gain = 0.9709505944546686;
    builder.add(rain, {2, 3}, {3, 4});
    builder.tree.levels = {0, 1};
    builder.add(leaf(1, 3), {0, 3});
    builder.add(leaf(0, 2), {2, 0});
    Node sunny = leaf(0, 5);
    sunny.kind = SplitKind::threshold;
    sunny.feature = 2;
    sunny.threshold = 77.5;
    sunny.missing_child = 1;
    sunny.impurity = sunny.gain = 0.9709505944546686;
    sunny.test = NodeTest{0.025, 5, 2, false};
    builder.add(sunny, {3, 2}, {6, 7});
    builder.add(leaf(1, 2), {0, 2});
    builder.add(leaf(0, 3), {3, 0});
    model.tree = builder.tree;
    return model;
}

/// A number by a threshold, then whether it is missing.
inline Model small_regression() {
    Model model;
    model.schema.features = {{"x", ColumnType::numeric, {}}};
    model.schema.target = {"y", ColumnType::numeric, {}};
    model.provenance = {3, "ffeeddccbbaa99887766554433221100", "0.1.0"};
    const auto node = [](SplitKind kind, double weight, double mean) {
        Node result = leaf(-1, weight);
        result.kind = kind;
        result.feature = kind == SplitKind::leaf ? -1 : 0;
        result.mean = mean;
        return result;
    };
    TreeBuilder builder;
    Node root = node(SplitKind::threshold, 3, 2);
    root.threshold = 0.5;
    root.impurity = 2;
    root.gain = 1.5;
    builder.add(root, {}, {1, 2});
    builder.add(node(SplitKind::leaf, 1, 0), {});
    builder.add(node(SplitKind::is_missing, 2, 3), {}, {3, 4});
    builder.add(node(SplitKind::leaf, 0, 3), {});
    builder.add(node(SplitKind::leaf, 2, 3), {});
    model.tree = builder.tree;
    return model;
}

/// A chain of thresholds: every node's first child is a leaf, its second the rest of the chain.
inline Model chain(std::uint32_t splits) {
    Model model = small_regression();
    model.provenance.total_weight = splits + 1.0;
    model.tree = {};
    TreeBuilder builder;
    for (std::uint32_t i = 0; i < splits; ++i) {
        Node split = leaf(-1, splits + 1.0 - i);
        split.kind = SplitKind::threshold;
        split.feature = 0;
        split.threshold = i;
        builder.add(split, {}, {2 * i + 1, 2 * i + 2});
        builder.add(leaf(-1, 1), {});
    }
    builder.add(leaf(-1, 1), {});
    model.tree = builder.tree;
    return model;
}

/// Random sound models: every type of column, every kind of node, empty branches, odd names and extreme figures.
class RandomModel {
public:
    explicit RandomModel(std::uint64_t seed) : random_(seed) {}

    Model make(std::size_t most_nodes) {
        model_ = {};
        make_schema();
        for (std::size_t i = below(4); i-- > 0;) model_.options.push_back({"option" + std::to_string(i), odd_text()});
        const bool refuses = below(4) == 0;
        if (refuses) model_.options.push_back({"missing", "error"});
        grow(most_nodes);
        if (below(3) == 0)
            make_fractional();
        else if (below(2) == 0)
            add_surrogates();
        if (refuses && !model_.tree.fractional()) model_.tree.missing = MissingPolicy::refuse;
        model_.provenance.total_weight = model_.tree.nodes[0].weight;
        model_.provenance.program_version = odd_text();
        for (int i = 0; i < 32; ++i) model_.provenance.content_hash += "0123456789abcdef"[below(16)];
        if (below(2) == 0) model_.provenance.seed = random_();
        for (std::size_t i = 0; i < below(3); ++i)
            model_.provenance.left_out.push_back({"left out " + std::to_string(i), static_cast<LeftOutReason>(below(3))});
        for (ColumnSchema& feature : model_.schema.features)
            if (below(4) == 0) read_oddly(feature);
        return std::move(model_);
    }

    std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
    double number() {
        static constexpr std::array<double, 9> special = {0.0, 5e-324, -5e-324, 1e308, -1e308, 0.1, 1e15, -123456789.125, 1.0};
        if (below(3) == 0) return special[below(special.size())];
        return std::ldexp(static_cast<double>(random_()) / 0x1p63 - 1.0, static_cast<int>(below(40)) - 20);
    }

private:
    struct Pending {
        std::optional<std::pair<std::uint32_t, std::uint32_t>> slot;  // parent, position of its child
        std::vector<double> weights;                                  // one per class; regression: a single one
    };

    std::string odd_text() {
        static const std::array<std::string, 10> pieces = {"a",  "Größe", "\"",   "\\", "\n",
                                                           "😀", ",",     "\x01", " ",  "{\"kind\":\"leaf\"}"};
        std::string text;
        for (std::size_t i = below(4); i-- > 0;) text += pieces[below(pieces.size())];
        return text;
    }

    std::vector<std::string> make_levels(std::size_t count) {
        std::vector<std::string> levels;
        for (std::size_t i = 0; i < count; ++i) levels.push_back(odd_text() + std::to_string(i));
        std::sort(levels.begin(), levels.end());
        return levels;
    }

    void make_schema() {
        static constexpr std::array types = {ColumnType::numeric, ColumnType::date,        ColumnType::time,
                                             ColumnType::ordered, ColumnType::categorical, ColumnType::categorical};
        for (std::size_t i = below(6); i-- > 0;) {
            ColumnSchema feature{odd_text() + std::to_string(i), types[below(types.size())], {}};
            if (feature.type == ColumnType::categorical || feature.type == ColumnType::ordered)
                feature.levels = make_levels(below(6));
            model_.schema.features.push_back(feature);
        }
        model_.schema.target = {"the target", ColumnType::numeric, {}};
        if (below(3) != 0) model_.schema.target = {"the target", ColumnType::categorical, make_levels(1 + below(4))};
        model_.tree.classes = model_.schema.classes().size();
    }

    void grow(std::size_t most_nodes) {
        std::vector<double> weights(std::max<std::size_t>(1, model_.tree.classes));
        for (double& weight : weights) weight = static_cast<double>(1 + below(50)) / (below(2) == 0 ? 1 : 8);
        std::vector<Pending> waiting = {{std::nullopt, weights}};
        while (!waiting.empty()) {
            const Pending next = waiting.back();
            waiting.pop_back();
            const std::uint32_t number = add_node(next);
            const bool may_split = model_.tree.nodes[number].weight > 0 && number + waiting.size() < most_nodes;
            if (!may_split || model_.schema.features.empty() || below(4) == 0) continue;
            split(number, next.weights, waiting);
        }
    }

    std::uint32_t add_node(const Pending& pending) {
        Tree& tree = model_.tree;
        const auto number = size32(tree.nodes);
        Node node;
        for (const double weight : pending.weights) node.weight += weight;
        if (tree.classes > 0)
            node.label = static_cast<ClassId>(below(tree.classes));
        else
            node.mean = this->number();
        if (pending.slot) {
            const auto [parent, position] = *pending.slot;
            tree.children[tree.nodes[parent].first_child + position] = number;
            if (node.weight == 0) {
                node.label = tree.nodes[parent].label;
                node.mean = tree.nodes[parent].mean;
            }
        }
        node.impurity = std::abs(this->number());
        if (below(4) == 0)
            node.test =
                NodeTest{static_cast<double>(below(1001)) / 1000, 1.0 + static_cast<double>(below(9)), 1, below(2) == 0};
        if (tree.classes > 0)
            tree.class_weights.cells.insert(tree.class_weights.cells.end(), pending.weights.begin(), pending.weights.end());
        tree.nodes.push_back(node);
        return number;
    }

    void split(std::uint32_t number, const std::vector<double>& weights, std::vector<Pending>& waiting) {
        Tree& tree = model_.tree;
        Node& node = tree.nodes[number];
        const auto feature = static_cast<FeatureId>(below(model_.schema.features.size()));
        if (!choose_split(node, model_.schema.features[feature])) return;
        node.feature = feature;
        node.gain = this->number();
        node.first_child = size32(tree.children);
        tree.children.resize(tree.children.size() + node.child_count);
        if (node.kind == SplitKind::multiway && node.missing_branch)
            node.missing_child = node.child_count - 1;
        else if (node.kind != SplitKind::is_missing)
            node.missing_child = static_cast<std::uint32_t>(below(node.child_count));
        std::vector<Pending> branches(node.child_count, {std::nullopt, std::vector<double>(weights.size(), 0.0)});
        for (std::size_t i = 0; i < weights.size(); ++i) deal(weights[i], i, branches);
        if (below(3) == 0)
            for (const double weight : branches[node.missing_child].weights) node.missing_weight += weight;
        for (std::uint32_t position = node.child_count; position-- > 0;) {
            branches[position].slot = {number, position};
            waiting.push_back(branches[position]);
        }
    }

    void read_oddly(ColumnSchema& column) {
        ColumnReading& reading = column.reading;
        if (below(2) == 0) reading.missing_words = {"-9", "?"};
        if (column.type == ColumnType::numeric) reading = {{}, ",", ".", below(2) == 0 ? "kg" : "", "", false};
        if (column.type == ColumnType::date) reading.date_format = "%d.%m.%Y";
        if (column.type == ColumnType::categorical) reading.folds_case = true;
        if (column.type == ColumnType::numeric && below(3) == 0) {
            reading = {};
            reading.part_of = PartOf{column.name + "_source", ColumnType::time, static_cast<DatePart>(below(4))};
        }
    }

    void make_fractional() {
        const std::size_t classes = model_.tree.classes;
        model_.tree.missing = MissingPolicy::all_children;
        if (classes == 0 || below(2) == 0) return;
        for (std::size_t i = 0; i < classes * classes; ++i)
            model_.tree.losses.push_back(i % (classes + 1) == 0 ? 0.0 : static_cast<double>(1 + below(4)));
    }

    void add_surrogates() {
        for (Node& node : model_.tree.nodes) {
            if (node.kind != SplitKind::threshold && node.kind != SplitKind::subset) continue;
            const std::size_t before = model_.tree.surrogates.size();
            for (std::size_t i = below(4); i-- > 0;) add_surrogate(node);
            node.surrogate_count = static_cast<std::uint32_t>(model_.tree.surrogates.size() - before);
            node.first_surrogate = node.surrogate_count == 0 ? 0 : static_cast<std::uint32_t>(before);
        }
    }

    void add_surrogate(const Node& node) {
        Surrogate surrogate;
        const auto feature = static_cast<FeatureId>(below(model_.schema.features.size()));
        if (feature == node.feature) return;
        surrogate.feature = feature;
        surrogate.known_weight = node.weight * static_cast<double>(1 + below(4)) / 4;
        surrogate.agreeing_weight = surrogate.known_weight * static_cast<double>(1 + below(4)) / 4;
        if (holds_values(model_.schema.features[feature].type)) {
            surrogate.threshold = number();
            surrogate.reversed = below(2) == 0;
        } else {
            surrogate.kind = SplitKind::subset;
            Node sets;
            std::vector<LevelCode> levels = std::exchange(model_.tree.levels, model_.tree.surrogate_levels);
            const bool chosen = choose_sets(sets, model_.schema.features[feature].levels.size());
            std::swap(levels, model_.tree.levels);
            if (!chosen) return;
            model_.tree.surrogate_levels = std::move(levels);
            surrogate.first_level = sets.first_level;
            surrogate.left_levels = sets.left_levels;
            surrogate.right_levels = sets.right_levels;
        }
        model_.tree.surrogates.push_back(surrogate);
    }

    /// Distributes a weight over the branches in eighths, so that sums are exact.
    void deal(double weight, std::size_t class_position, std::vector<Pending>& branches) {
        for (auto eighths = static_cast<std::size_t>(weight * 8); eighths > 0;) {
            const std::size_t share = 1 + below(eighths);
            branches[below(branches.size())].weights[class_position] += static_cast<double>(share) / 8;
            eighths -= share;
        }
    }

    bool choose_split(Node& node, const ColumnSchema& feature) {
        node.child_count = 2;
        if (holds_values(feature.type)) {
            node.kind = below(4) == 0 ? SplitKind::is_missing : SplitKind::threshold;
            if (node.kind == SplitKind::threshold) node.threshold = this->number();
            return true;
        }
        const bool missing_branch = below(2) == 0;
        if (below(2) == 0 && feature.levels.size() + (missing_branch ? 1 : 0) >= 2) {
            node.kind = SplitKind::multiway;
            node.missing_branch = missing_branch;
            node.child_count = static_cast<std::uint32_t>(feature.levels.size() + (missing_branch ? 1 : 0));
            return true;
        }
        if (choose_sets(node, feature.levels.size())) return true;
        node.kind = SplitKind::leaf;
        node.child_count = 0;
        return false;
    }

    bool choose_sets(Node& node, std::size_t levels) {
        std::array<std::vector<std::int32_t>, 3> sides;  // left, right, neither
        for (std::size_t level = 0; level < levels; ++level) sides[below(3)].push_back(static_cast<std::int32_t>(level));
        if (sides[0].empty() || sides[1].empty()) return false;
        std::vector<std::int32_t>& all = model_.tree.levels;
        node.kind = SplitKind::subset;
        node.heuristic = below(2) == 0;
        node.first_level = size32(all);
        node.left_levels = size32(sides[0]);
        node.right_levels = size32(sides[1]);
        for (const int side : {0, 1})
            all.insert(all.end(), sides[static_cast<std::size_t>(side)].begin(), sides[static_cast<std::size_t>(side)].end());
        return true;
    }

    std::mt19937_64 random_;
    Model model_;
};

inline Model random_model(std::uint64_t seed, std::size_t most_nodes) { return RandomModel(seed).make(most_nodes); }

}  // namespace treewright::sample
