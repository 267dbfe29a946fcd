#include "treewright/export/drawing/markdown.h"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <vector>

#include "treewright/export/drawing/graph_nodes.h"

namespace treewright {

namespace {

/// Whatever Markdown or the HTML in it would take for its own.
std::string markdown_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '<') result += "&lt;";
        else if (c == '>') result += "&gt;";
        else if (c == '&') result += "&amp;";
        else if (std::string_view("\\`*_[]#|~$@").find(c) != std::string_view::npos) (result += '\\') += c;
        else result += c;
    }
    return result;
}

/// "**Outlook**, 14 rows: 9 yes, 5 no, gain 0.247".
std::string node_line(const GraphNode& node) {
    std::string text = fmt::format("**{}**", markdown_escaped(node.lines.front()));
    for (std::size_t i = 1; i < node.lines.size(); ++i) text += ", " + markdown_escaped(node.lines[i]);
    return text;
}

}  // namespace

std::string tree_markdown(const Model& model, std::size_t max_depth) {
    struct Place {
        std::size_t depth = 0;
        std::string branch;
    };
    std::map<NodeId, Place> places = {{0, {}}};  // of nodes whose parent is drawn already
    std::string text;
    const GraphNodes nodes(model, max_depth, true);
    nodes.for_each([&](const GraphNode& node) {
        const auto found = places.find(node.number);
        const Place place = found->second;
        places.erase(found);
        text += fmt::format("{:{}}- {}{}{}\n", "", 2 * place.depth, place.branch, place.branch.empty() ? "" : ": ", node_line(node));
        nodes.for_each_branch(node, [&](NodeId child, const std::string& branch) {
            places[child] = {place.depth + 1, fmt::format("*{}*", markdown_escaped(branch))};
        });
    });
    return text;
}

}  // namespace treewright
