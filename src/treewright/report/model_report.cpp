#include "treewright/report/model_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "treewright/base/number_text.h"
#include "treewright/export/importance.h"
#include "treewright/export/wording.h"
#include "treewright/report/page.h"
#include "treewright/training/train.h"

namespace treewright {

namespace {

constexpr std::size_t most_features = 5;

std::vector<FeatureId> used_features(const Model& model) {
    std::vector<char> used(model.schema.features.size(), 0);
    for (const Node& node : model.tree.nodes)
        if (!node.is_leaf()) used[node.feature] = 1;
    std::vector<FeatureId> list;
    for (FeatureId i = 0; i < used.size(); ++i)
        if (used[i] != 0) list.push_back(i);
    return list;
}

std::size_t depth_of(const Tree& tree) {
    const std::vector<std::uint32_t> depths = depths_of(tree);
    return *std::max_element(depths.begin(), depths.end());
}

std::string error_line(const Model& model) {
    const TrainingError error = training_error(model);
    if (model.schema.task() == Task::regression)
        return fmt::format("{} root mean squared (the mean alone: {})", figure_text(error.tree), figure_text(error.baseline));
    const std::string& majority = model.schema.classes()[error.constant];
    return fmt::format("{} (always '{}': {})", percent_text(error.tree), majority, percent_text(error.baseline));
}

std::string cost_line(const Model& model, const TrainingError& cost) {
    return fmt::format("{} a row (always '{}': {})", figure_text(cost.tree), model.schema.classes()[cost.constant],
                       figure_text(cost.baseline));
}

void write_training_loss(JsonWriter& json, std::string_view key, std::string_view measure, const TrainingError& error) {
    json.key(key);
    json.begin_object();
    json.member("measure", measure);
    json.member("tree", error.tree);
    json.member("baseline", error.baseline);
    json.end_object();
}

/// In a large table, a leaf of a handful of rows is more likely chance than knowledge.
std::string small_leaves_text(const Model& model) {
    constexpr double large_table = 1000.0;
    constexpr double handful = 5.0;
    if (model.tree.nodes[0].weight < large_table) return "";
    const auto is_small = [&](const Node& node) { return node.is_leaf() && node.weight > 0.0 && node.weight < handful; };
    const auto count = std::count_if(model.tree.nodes.begin(), model.tree.nodes.end(), is_small);
    if (count == 0) return "";
    return fmt::format("{} of {} hold{} fewer than {} rows", count, leaf_count(model.tree), count == 1 ? "s" : "",
                       count_text(handful));
}

std::string importance_line(const Model& model) {
    const std::vector<double> shares = importance_of(model);
    std::vector<FeatureId> order(shares.size());
    std::iota(order.begin(), order.end(), FeatureId{0});
    std::stable_sort(order.begin(), order.end(), [&](FeatureId a, FeatureId b) { return shares[a] > shares[b]; });
    std::string line;
    std::size_t named = 0;
    for (const FeatureId feature : order) {
        if (shares[feature] <= 0.0 || named++ == most_features) break;
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", model.schema.features[feature].name,
                            percent_text(shares[feature]));
    }
    return line.empty() ? "none" : line;
}

}  // namespace

Document summary_document(const Model& model) {
    Document summary;
    summary.fact("rows", count_text(model.provenance.total_weight));
    summary.fact("features used", fmt::format("{} of {}", used_features(model).size(), model.schema.features.size()));
    summary.fact("leaves", fmt::format("{}, depth {}", leaf_count(model.tree), depth_of(model.tree)));
    if (const std::string small = small_leaves_text(model); !small.empty()) summary.fact("small leaves", small);
    summary.fact("training error", error_line(model));
    if (const auto cost = training_cost(model)) summary.fact("training cost", cost_line(model, *cost));
    return summary.fact("most important", importance_line(model));
}

std::string summary_text(const Model& model) { return summary_document(model).text(); }

void write_summary(JsonWriter& json, const Model& model) {
    json.member("rows", model.provenance.total_weight);
    json.member("features", model.schema.features.size());
    json.key("features_used");
    json.begin_array();
    for (const FeatureId feature : used_features(model)) json.value(model.schema.features[feature].name);
    json.end_array();
    json.member("leaves", leaf_count(model.tree));
    json.member("depth", depth_of(model.tree));
    const bool has_classes = model.schema.task() == Task::classification;
    write_training_loss(json, "training_error", has_classes ? "error_rate" : "root_mean_squared_error", training_error(model));
    if (const auto cost = training_cost(model)) write_training_loss(json, "training_cost", "mean_cost", *cost);
    json.key("importance");
    write_importance(json, model.schema, importance_of(model));
}

std::size_t depth_within(const Tree& tree, std::size_t lines) {
    std::vector<std::size_t> nodes_at_depth;
    for (const std::uint32_t depth : depths_of(tree)) {
        if (depth >= nodes_at_depth.size()) nodes_at_depth.resize(depth + std::size_t{1}, 0);
        ++nodes_at_depth[depth];
    }
    std::size_t drawn = 0;
    std::size_t depth = 0;
    while (depth < nodes_at_depth.size() && (depth <= 1 || drawn + nodes_at_depth[depth] <= lines))
        drawn += nodes_at_depth[depth++];
    return depth - 1;
}

}  // namespace treewright
