#include "treewright/export/drawing/graph_nodes.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "treewright/export/display.h"
#include "treewright/export/drawing/deciding_terms.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"
#include "treewright/training/model_options.h"

namespace treewright {

namespace {

constexpr std::size_t label_width = 36;

// Light enough for black text, and distinguishable by colour-blind readers (after Okabe and Ito).
constexpr std::array<std::string_view, 8> tints = {"#cfe6f5", "#fbe3b5", "#c9ead9", "#f3d3e3",
                                                   "#fff3b8", "#d9d6ee", "#f6cfbd", "#e2e2e2"};
constexpr std::string_view number_tint = "#e8eef3";
constexpr std::string_view split_tint = "white";

}  // namespace

GraphNodes::GraphNodes(const Model& model, std::size_t max_depth, bool all_levels)
    : model_(model),
      max_depth_(max_depth),
      all_levels_(all_levels),
      decimals_(decimals_for(std::sqrt(model.tree.nodes[0].impurity))),
      adjusted_(readable_options(model).grow.adjust == Adjust::bonferroni),
      deciders_(deciding_terms(model)) {}

void GraphNodes::for_each(const std::function<void(const GraphNode&)>& draw) const {
    const auto depths = depths_of(model_.tree);
    const auto leaves = leaves_below(model_.tree);
    for (NodeId number = 0; number < model_.tree.nodes.size(); ++number) {
        if (depths[number] > max_depth_) continue;
        if (model_.tree.nodes[number].is_leaf()) {
            draw(leaf(number));
            continue;
        }
        GraphNode node = split(number);
        node.is_cut = depths[number] >= max_depth_;
        if (node.is_cut) node.lines.push_back(fmt::format("… {} leaves below", leaves[number]));
        draw(node);
    }
}

void GraphNodes::for_each_branch(const GraphNode& from,
                                 const std::function<void(NodeId child, const std::string& text)>& draw) const {
    if (from.is_cut) return;
    const auto children = model_.tree.children_of(from.number);
    for (BranchId position = 0; position < children.size(); ++position)
        draw(children[position],
             branch_text(split_at(model_.schema, model_.tree, from.number), position, all_levels_ ? any_width : label_width));
}

GraphNode GraphNodes::leaf(NodeId number) const {
    const Node& leaf = model_.tree.nodes[number];
    const bool is_class = leaf.label != no_class;
    const std::string prediction =
        is_class ? shown_name(model_.schema.classes()[leaf.label]) : value_with_decimals(leaf.mean, decimals_);
    const std::string_view tint = is_class ? tints[leaf.label % tints.size()] : number_tint;
    const std::string rows = leaf.weight == 0.0 ? "0 rows, as its parent" : rows_line(number);
    return {number, true, false, {prediction, rows}, tint};
}

GraphNode GraphNodes::split(NodeId number) const {
    const Node& split = model_.tree.nodes[number];
    const std::string& feature = model_.schema.features[split.feature].name;
    std::string gain = "gain " + figure_text(split.gain);
    if (split.test) gain += ", " + test_text(*split.test, adjusted_);
    if (split.heuristic) gain += ", heuristic";
    return {number, false, false, {shown_name(feature), rows_line(number), gain}, split_tint};
}

std::string GraphNodes::rows_line(NodeId number) const {
    const Node& rows = model_.tree.nodes[number];
    const std::string count = rows_text(rows.weight);
    if (rows.label == no_class) {
        const std::string mean = rows.is_leaf() ? "" : ": " + value_with_decimals(rows.mean, decimals_);
        return count + mean + (rows.impurity > 0.0 ? " ± " + value_with_decimals(std::sqrt(rows.impurity), decimals_) : "");
    }
    const auto weights = model_.tree.class_weights_of(number);
    if (rows.is_leaf() && classes_by_weight(weights, no_class).size() == 1) return count + ", pure";
    const std::string counts =
        count + ": " +
        whole_class_counts_text(model_.schema.classes(), weights, rows.label, all_levels_ ? any_width : label_width);
    const bool odd = rows.is_leaf() && decided_against_weight(weights, rows.label);
    return odd ? fmt::format("{}, by {}", counts, deciders_) : counts;
}

}  // namespace treewright
