// The tree as a Mermaid flowchart, which Git forges, wikis and notebooks draw from a fenced block of Markdown.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "treewright/tree/model.h"

namespace treewright {

struct MermaidStyle {
    std::size_t max_depth = std::numeric_limits<std::size_t>::max();  ///< nodes below this depth are counted, not drawn
    bool all_levels = false;                                          ///< list every level of a set, however many
};

std::string tree_mermaid(const Model& model, const MermaidStyle& style = {});

}  // namespace treewright
