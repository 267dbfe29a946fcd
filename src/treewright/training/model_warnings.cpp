#include "treewright/training/model_warnings_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "treewright/base/number_text.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/training/telling_features.h"

namespace treewright {

namespace {

constexpr double rare_share = 0.2;
constexpr std::size_t few_classes = 10;
constexpr std::size_t most_classes = 100;  // of that many, any one is rare

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

/// Only features that the tree asks about: one that gives the target away is among them.
std::optional<FeatureId> leak_of_numbers(const TrainingSet& set, const Tree& tree) {
    std::set<FeatureId> asked;
    for (const Node& node : tree.nodes)
        if (!node.is_leaf()) asked.insert(node.feature);
    const auto found = std::find_if(asked.begin(), asked.end(), [&](FeatureId feature) { return tells_number(set, feature); });
    return found == asked.end() ? std::nullopt : std::optional(*found);
}

/// Where the tree shows one, all others are looked for.
void warn_of_leak(const TrainingSet& set, const Tree& tree, Messages& messages) {
    if (set.rows < fewest_rows_to_tell) return;
    const auto found = tree.classes > 0 ? leak_of_classes(tree) : leak_of_numbers(set, tree);
    if (!found) return;
    std::vector<FeatureId> features = telling_features(set);
    if (!std::binary_search(features.begin(), features.end(), *found))
        features.insert(std::lower_bound(features.begin(), features.end(), *found), *found);
    messages.warn(leak_warning(set, features));
}

void warn_of_rare_class(const TrainingSet& set, const TrainOptions& options, const Tree& tree, Messages& messages) {
    const bool has_terms =
        options.priors != PriorsKind::data || !options.class_weights.empty() || options.balances_classes || options.costs;
    if (tree.classes == 0 || tree.nodes.size() > 1 || has_terms || set.rows < fewest_rows_to_tell) return;
    const auto weights = tree.class_weights_of(0);
    const double rare = tree.nodes[0].weight * std::min(rare_share, 0.5 / static_cast<double>(tree.classes));
    const auto is_rare = [rare](double weight) { return weight < rare; };
    const auto rarest = std::min_element(weights.begin(), weights.end());
    const auto count = static_cast<std::size_t>(std::count_if(weights.begin(), weights.end(), is_rare));
    const bool mostly_rare = tree.classes > few_classes && 2 * count > tree.classes;
    if (!is_rare(*rarest) || mostly_rare || tree.classes > most_classes) return;
    messages.warn(fmt::format("{} of {} rows are '{}', and the tree is a single leaf that never predicts it: try {}, {} or {}",
                              number_text(*rarest), number_text(tree.nodes[0].weight),
                              set.target.schema.levels[index_in(weights, rarest)], named("class-weight", "balanced"),
                              named("priors", "equal"), named("costs")));
}

}  // namespace

void warn_about_model(const TrainingSet& set, const TrainOptions& options, const Model& model, Messages& messages) {
    warn_of_leak(set, model.tree, messages);
    warn_of_rare_class(set, options, model.tree, messages);
}

}  // namespace treewright
