#include "treewright/training/model_warnings_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

constexpr std::size_t fewest_rows = 50;  // fewer are separated by chance
constexpr double share_of_mistakes = 0.01;
constexpr double nearly_one = 0.9999;
constexpr double rare_share = 0.2;

/// The rows of a node that are not of its heaviest class.
double mistakes_at(const Tree& tree, NodeId node) {
    const auto weights = tree.class_weights_of(node);
    return tree.nodes[node].weight - *std::max_element(weights.begin(), weights.end());
}

std::optional<FeatureId> leak_of_classes(const Tree& tree) {
    const Node& root = tree.nodes[0];
    if (root.is_leaf()) return std::nullopt;
    const double allowed = share_of_mistakes * mistakes_at(tree, 0);
    double after_first = 0.0;
    for (const NodeId child : tree.children_of(0)) after_first += mistakes_at(tree, child);
    if (after_first <= allowed) return root.feature;
    double at_leaves = 0.0;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        if (!tree.nodes[node].is_leaf() && tree.nodes[node].feature != root.feature) return std::nullopt;
        if (tree.nodes[node].is_leaf()) at_leaves += mistakes_at(tree, node);
    }
    // With as many leaves as there are classes, it is a name of the class and not a curve through the rows.
    std::size_t leaves = 0;
    for (const Node& node : tree.nodes) leaves += node.is_leaf() ? 1 : 0;
    return at_leaves <= allowed && leaves <= tree.classes ? std::optional(root.feature) : std::nullopt;
}

/// The correlation of two columns of numbers in the rows that have both, in two passes; 0 where it is not defined.
double correlation(const Column& a, const Column& b, std::size_t rows) {
    const auto known = [&](std::size_t row) { return std::isfinite(a.values[row]) && std::isfinite(b.values[row]); };
    double count = 0.0, mean_a = 0.0, mean_b = 0.0;
    for (std::size_t row = 0; row < rows; ++row) {
        if (!known(row)) continue;
        count += 1.0;
        mean_a += (a.values[row] - mean_a) / count;
        mean_b += (b.values[row] - mean_b) / count;
    }
    double together = 0.0, of_a = 0.0, of_b = 0.0;
    for (std::size_t row = 0; row < rows; ++row) {
        if (!known(row)) continue;
        const double from_a = a.values[row] - mean_a, from_b = b.values[row] - mean_b;
        together += from_a * from_b;
        of_a += from_a * from_a;
        of_b += from_b * from_b;
    }
    const bool defined = count >= static_cast<double>(rows) / 2.0 && of_a > 0.0 && of_b > 0.0;
    return defined ? together / std::sqrt(of_a) / std::sqrt(of_b) : 0.0;
}

/// Only features that the tree asks about: one that gives the target away is among them.
std::optional<FeatureId> leak_of_numbers(const TrainingSet& set, const Tree& tree) {
    std::set<FeatureId> asked;
    for (const Node& node : tree.nodes)
        if (!node.is_leaf()) asked.insert(node.feature);
    for (const FeatureId feature : asked)
        if (set.features[feature].has_values() &&
            std::abs(correlation(set.features[feature], set.target, set.rows)) >= nearly_one)
            return feature;
    return std::nullopt;
}

void warn_of_leak(const TrainingSet& set, const Tree& tree, Messages& messages) {
    const auto feature = leaking_feature(set, tree);
    if (!feature) return;
    const std::string& name = set.features[*feature].schema.name;
    messages.warn(fmt::format("'{}' alone tells '{}' almost without error: if it is only known once the outcome is, use {}",
                              name, set.target.schema.name, named("ignore", in_quotes(name))));
}

void warn_of_rare_class(const TrainingSet& set, const TrainOptions& options, const Tree& tree, Messages& messages) {
    const bool has_terms = options.priors != PriorsKind::data || !options.class_weights.empty() || options.costs;
    if (tree.classes == 0 || tree.nodes.size() > 1 || has_terms || set.rows < fewest_rows) return;
    const auto weights = tree.class_weights_of(0);
    const auto rarest = std::min_element(weights.begin(), weights.end());
    if (*rarest >= rare_share * tree.nodes[0].weight) return;
    messages.warn(fmt::format("{} of {} rows are '{}', and the tree is a single leaf that never predicts it: try {}, {} or {}",
                              number_text(*rarest), number_text(tree.nodes[0].weight),
                              set.target.schema.levels[index_in(weights, rarest)], named("class-weight", "balanced"),
                              named("priors", "equal"), named("costs")));
}

}  // namespace

std::optional<FeatureId> leaking_feature(const TrainingSet& set, const Tree& tree) {
    if (set.rows < fewest_rows) return std::nullopt;
    return tree.classes > 0 ? leak_of_classes(tree) : leak_of_numbers(set, tree);
}

void warn_about_model(const TrainingSet& set, const TrainOptions& options, const Model& model, Messages& messages) {
    warn_of_leak(set, model.tree, messages);
    warn_of_rare_class(set, options, model.tree, messages);
}

}  // namespace treewright
