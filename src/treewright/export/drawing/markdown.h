// A tree as a nested list in Markdown, for wikis, issues and notebooks.
#pragma once

#include <cstddef>
#include <string>

#include "treewright/tree/model.h"

namespace treewright {

/// Nodes below `max_depth` are counted, not drawn.
std::string tree_markdown(const Model& model, std::size_t max_depth);

}  // namespace treewright
