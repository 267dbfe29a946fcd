#include "treewright/export/drawing/latex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/export/drawing/graph_nodes.h"
#include "treewright/export/drawing/text_metrics.h"

namespace treewright {

namespace {

constexpr std::size_t most_nodes = 200;  // TeX has no room for a drawing of more than some 5 metres

constexpr std::int64_t label_font = 8;         // \scriptsize

constexpr std::string_view latex_head = R"tex(% A tree drawn by the package forest. Copy the environment into your own document, with \usepackage{forest} and the colours.
% pdflatex draws names in Latin letters, lualatex and xelatex those in any letters that the font has.
\documentclass[border=4pt]{standalone}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage{textcomp}
  \usepackage{lmodern}
\else
  \usepackage{fontspec}
\fi
\usepackage{forest}
)tex";

constexpr std::string_view latex_style = R"tex(\begin{document}
\begin{forest}
  for tree={draw, align=center, font=\sffamily\small, inner sep=4pt, l sep=12mm, s sep=4mm, edge={draw=black!50}},
  branch/.style={edge label={node[pos=0.78, fill=white, inner sep=1.5pt, font=\sffamily\scriptsize]{#1}}},
)tex";

/// What TeX would take for its own, what it would join into another sign, and signs that its fonts lack.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> latex_signs = {{
    {"\\", "\\textbackslash{}"}, {"{", "\\{"}, {"}", "\\}"}, {"$", "\\$"}, {"&", "\\&"}, {"#", "\\#"}, {"%", "\\%"}, {"_", "\\_"},
    {"^", "\\textasciicircum{}"}, {"~", "\\textasciitilde{}"}, {"`", "\\textasciigrave{}"}, {"'", "\\textquotesingle{}"},
    {"\"", "\\textquotedbl{}"}, {"-", "-{}"}, {"<", "\\textless{}"}, {">", "\\textgreater{}"}, {"|", "\\textbar{}"},
    {"≤", "\\ensuremath{\\leq}"}, {"≥", "\\ensuremath{\\geq}"}, {"±", "\\ensuremath{\\pm}"}, {"−", "\\ensuremath{-}"},
    {"…", "\\dots{}"}, {"²", "\\textsuperscript{2}"}, {"∞", "\\ensuremath{\\infty}"}, {"\xc2\xa0", "~"},
}};

std::string latex_escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto sign = std::ranges::find_if(latex_signs, [&](const auto& each) { return text.starts_with(each.first); });
        const std::size_t length = sign == latex_signs.end() ? 1 : sign->first.size();
        result += sign == latex_signs.end() ? text.substr(0, 1) : sign->second;
        text.remove_prefix(length);
    }
    return result;
}

std::string latex_label(const GraphNode& node) {
    std::string label = fmt::format("\\textbf{{{}}}", latex_escaped(node.lines.front()));
    for (std::size_t i = 1; i < node.lines.size(); ++i) label += "\\\\ " + latex_escaped(node.lines[i]);
    return label;
}

/// "#cfe6f5" as a colour of xcolor: "tintCFE6F5". Names such as white are its own.
std::string color_name(std::string_view tint) {
    if (!tint.starts_with('#')) return std::string(tint);
    std::string name = "tint";
    for (const char c : tint.substr(1)) name += c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

/// Writes nodes in preorder, each inside of its parent.
class ForestWriter {
public:
    void add(const GraphNode& node, std::size_t depth, const std::string& branch) {
        close_down_to(depth);
        const std::string color = color_name(node.tint);
        if (node.tint.starts_with('#')) colors_[color] = std::string(node.tint.substr(1));
        text_ += fmt::format("{:{}}[{{{}}}", "", 2 + 2 * depth, latex_label(node));
        // The label stands above its node, which is at least as wide, so that labels keep apart.
        if (!branch.empty())
            text_ += fmt::format(", branch={{{}}}, minimum width={}pt", latex_escaped(branch), text_pixels(branch, label_font));
        if (node.is_leaf) text_ += fmt::format(", rounded corners=5pt, fill={}", color);
        open_ = depth + 1;
    }
    [[nodiscard]] std::string document() {
        close_down_to(0);
        std::string colors;
        for (const auto& [name, code] : colors_) {
            std::string upper = code;
            std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; });
            colors += fmt::format("\\definecolor{{{}}}{{HTML}}{{{}}}\n", name, upper);
        }
        return fmt::format("{}{}{}{}\\end{{forest}}\n\\end{{document}}\n", latex_head, colors, latex_style, text_);
    }

private:
    void close_down_to(std::size_t depth) {
        for (; open_ > depth; --open_) text_ += "]";
        if (!text_.empty()) text_ += "\n";
    }

    std::string text_;
    std::map<std::string, std::string> colors_;
    std::size_t open_ = 0;
};

}  // namespace

std::string tree_latex(const Model& model, std::size_t max_depth) {
    struct Place {
        std::size_t depth = 0;
        std::string branch;
    };
    std::map<NodeId, Place> places = {{0, {}}};  // of nodes whose parent is drawn already
    ForestWriter writer;
    std::size_t drawn = 0;
    const GraphNodes nodes(model, max_depth);
    nodes.for_each([&](const GraphNode& node) {
        if (++drawn > most_nodes)
            throw input_error(fmt::format("the tree has more than {} nodes, which is too much for LaTeX: draw its upper part with {}", most_nodes,
                                          named("depth", "6")));
        const auto found = places.find(node.number);
        const Place place = found->second;
        places.erase(found);
        writer.add(node, place.depth, place.branch);
        nodes.for_each_branch(node, [&](NodeId child, const std::string& branch) { places[child] = {place.depth + 1, branch}; });
    });
    return writer.document();
}

}  // namespace treewright
