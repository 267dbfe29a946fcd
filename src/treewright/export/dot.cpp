#include "treewright/export/dot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "treewright/export/display.h"
#include "treewright/export/drawing/outline.h"
#include "treewright/export/names.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t label_width = 36;

// Light enough for black text, and distinguishable with red-green colour blindness (after Okabe and Ito).
constexpr std::array<std::string_view, 8> tints = {"#cfe6f5", "#fbe3b5", "#c9ead9", "#f3d3e3",
                                                   "#fff3b8", "#d9d6ee", "#f6cfbd", "#e2e2e2"};
constexpr std::string_view number_tint = "#e8eef3";

/// A DOT string takes the backslash as an escape and `&` as the start of an HTML entity.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\' || c == '"') result += '\\';
        if (c == '&')
            result += "&amp;";
        else
            result += c;
    }
    return result;
}

class DotGraph {
public:
    explicit DotGraph(const Model& model) : model_(model), decimals_(decimals_for(std::sqrt(model.tree.nodes[0].impurity))) {}

    std::string draw(const DotStyle& style) {
        text_ =
            "digraph tree {\n"
            "    graph [ordering=\"out\", ranksep=0.45, nodesep=0.25, bgcolor=\"white\"]\n"
            "    node [shape=box, style=\"rounded,filled\", fillcolor=\"white\", color=\"#5b6770\", penwidth=1.0, "
            "fontname=\"Helvetica\", fontsize=11, margin=\"0.14,0.07\"]\n"
            "    edge [color=\"#5b6770\", fontname=\"Helvetica\", fontsize=10, fontcolor=\"#333333\", arrowsize=0.6]\n";
        const std::vector<std::uint32_t> depths = depths_of(model_.tree);
        const std::vector<std::size_t> leaves = leaves_below(model_.tree);
        for (NodeId node = 0; node < model_.tree.nodes.size(); ++node) {
            if (depths[node] > style.max_depth) continue;
            const bool cut = !model_.tree.nodes[node].is_leaf() && depths[node] >= style.max_depth;
            if (model_.tree.nodes[node].is_leaf())
                add_leaf(node);
            else
                add_split(node, cut ? fmt::format("… {} leaves below", leaves[node]) : "");
            if (!cut) add_edges(node);
        }
        return std::move(text_) + "}\n";
    }

private:
    void add_leaf(NodeId node) {
        const Node& leaf = model_.tree.nodes[node];
        const bool is_class = leaf.label != no_class;
        const std::string goal =
            is_class ? shown_name(model_.schema.classes()[leaf.label]) : value_with_decimals(leaf.mean, decimals_);
        const std::string_view tint = is_class ? tints[leaf.label % tints.size()] : number_tint;
        add_node(node, {shortened(goal, label_width), leaf.weight == 0.0 ? "0 rows, as its parent" : rows_line(node)}, tint);
    }

    void add_split(NodeId node, const std::string& below) {
        const Node& split = model_.tree.nodes[node];
        const std::string& feature = model_.schema.features[split.feature].name;
        std::string gain = "gain " + figure_text(split.gain);
        if (split.test) gain += ", " + test_text(*split.test, decides_by_adjusted(model_));
        if (split.heuristic) gain += ", heuristic";
        add_node(node, {shortened(shown_name(feature), label_width), rows_line(node), gain, below}, "white");
    }

    void add_node(NodeId node, const std::vector<std::string>& lines, std::string_view tint) {
        std::string label;
        for (const std::string& line : lines)
            if (!line.empty()) label += (label.empty() ? "" : "\\n") + escaped(line);
        text_ += fmt::format("    n{} [label=\"{}\", fillcolor=\"{}\"]\n", node, label, tint);
    }

    void add_edges(NodeId node) {
        const auto children = model_.tree.children_of(node);
        for (std::size_t position = 0; position < children.size(); ++position) {
            const std::string branch = branch_text(split_at(model_.schema, model_.tree, node), position, label_width);
            text_ += fmt::format("    n{} -> n{} [label=\" {} \"]\n", node, children[position], escaped(branch));
        }
    }

    [[nodiscard]] std::string rows_line(NodeId node) const {
        const Node& rows = model_.tree.nodes[node];
        const std::string count = rows_text(rows.weight);
        if (rows.label == no_class) {
            const std::string mean = rows.is_leaf() ? "" : ": " + value_with_decimals(rows.mean, decimals_);
            return count + mean + (rows.impurity > 0.0 ? " ± " + value_with_decimals(std::sqrt(rows.impurity), decimals_) : "");
        }
        const auto weights = model_.tree.class_weights_of(node);
        if (rows.is_leaf() && classes_by_weight(weights, no_class).size() == 1) return count + ", pure";
        return count + ": " + class_counts_text(model_.schema.classes(), weights, rows.label, label_width);
    }

    const Model& model_;
    std::optional<int> decimals_;
    std::string text_;
};

}  // namespace

std::string tree_dot(const Model& model, const DotStyle& style) { return DotGraph(model).draw(style); }

}  // namespace treewright
