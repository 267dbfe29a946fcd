#include "treewright/export/drawing/graph_nodes.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "treewright/export/names.h"

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
    : model_(model), max_depth_(max_depth), all_levels_(all_levels), texts_(model) {}

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
    const std::string_view tint = leaf.label != no_class ? tints[leaf.label % tints.size()] : number_tint;
    return {number, true, false, {texts_.prediction(number), rows_line(number)}, tint};
}

GraphNode GraphNodes::split(NodeId number) const {
    return {number, false, false, {texts_.feature(number), rows_line(number), texts_.gain(number)}, split_tint};
}

std::string GraphNodes::rows_line(NodeId number) const {
    const std::string rows = texts_.rows(number, all_levels_ ? any_width : label_width);
    const std::string deciders = texts_.decided_by(number);
    return deciders.empty() ? rows : fmt::format("{}, by {}", rows, deciders);
}

}  // namespace treewright
