#include "treewright/export/dot.h"

#include <fmt/format.h>

#include <string_view>

#include "treewright/export/drawing/graph_nodes.h"

namespace treewright {

namespace {

/// A DOT string takes the backslash as an escape and `&` as the start of an HTML entity.
std::string dot_escaped(std::string_view text) {
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

std::string dot_label(const GraphNode& node) {
    std::string label;
    for (const std::string& line : node.lines) label += (label.empty() ? "" : "\\n") + dot_escaped(line);
    return label;
}

}  // namespace

std::string tree_dot(const Model& model, const DotStyle& style) {
    std::string text =
        "digraph tree {\n"
        "    graph [ordering=\"out\", ranksep=0.45, nodesep=0.25, bgcolor=\"white\"]\n"
        "    node [shape=box, style=\"rounded,filled\", fillcolor=\"white\", color=\"#5b6770\", penwidth=1.0, "
        "fontname=\"Helvetica\", fontsize=11, margin=\"0.14,0.07\"]\n"
        "    edge [color=\"#5b6770\", fontname=\"Helvetica\", fontsize=10, fontcolor=\"#333333\", arrowsize=0.6]\n";
    const GraphNodes nodes(model, style.max_depth, style.all_levels);
    nodes.for_each([&](const GraphNode& node) {
        text += fmt::format("    n{} [label=\"{}\", fillcolor=\"{}\"]\n", node.number, dot_label(node), node.tint);
        nodes.for_each_branch(node, [&](NodeId child, const std::string& branch) {
            text += fmt::format("    n{} -> n{} [label=\" {} \"]\n", node.number, child, dot_escaped(branch));
        });
    });
    return text + "}\n";
}

}  // namespace treewright
