#include "treewright/export/mermaid.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "treewright/export/drawing/graph_nodes.h"

namespace treewright {

namespace {

/// Inside quotes Mermaid takes `#` as the start of an entity, `<` as that of a tag and a backtick as that of Markdown.
std::string mermaid_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("#\"<>&`\\").find(c) != std::string_view::npos)
            result += fmt::format("#{};", static_cast<int>(c));
        else
            result += c;
    }
    return result;
}

std::string mermaid_label(const GraphNode& node) {
    std::string label;
    for (const std::string& line : node.lines) label += (label.empty() ? "" : "<br/>") + mermaid_escaped(line);
    return label;
}

/// Leaves are drawn with round ends.
std::string shape(const GraphNode& node) {
    return fmt::format("n{}{}\"{}\"{}", node.number, node.is_leaf ? "([" : "[", mermaid_label(node), node.is_leaf ? "])" : "]");
}

}  // namespace

std::string tree_mermaid(const Model& model, const MermaidStyle& style) {
    std::string text = "flowchart TD\n";
    std::map<std::string_view, std::string> by_tint;
    const GraphNodes nodes(model, style.max_depth, style.all_levels);
    nodes.for_each([&](const GraphNode& node) {
        text += fmt::format("    {}\n", shape(node));
        nodes.for_each_branch(node, [&](NodeId child, const std::string& branch) {
            text += fmt::format("    n{} -->|\"{}\"| n{}\n", node.number, mermaid_escaped(branch), child);
        });
        std::string& numbers = by_tint[node.tint];
        numbers += fmt::format("{}n{}", numbers.empty() ? "" : ",", node.number);
    });
    std::size_t number = 0;
    for (const auto& [tint, members] : by_tint) {
        text += fmt::format("    classDef tint{} fill:{},stroke:#5b6770,color:#000\n", number, tint);
        text += fmt::format("    class {} tint{}\n", members, number++);
    }
    return text;
}

}  // namespace treewright
