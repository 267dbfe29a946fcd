// A tree as a document of LaTeX that draws it with the package forest (TikZ): for papers and slides. The environment can be copied into
// another document.
#pragma once

#include <cstddef>
#include <string>

#include "treewright/tree/model.h"

namespace treewright {

/// Nodes below `max_depth` are counted, not drawn. An input `Error` for more nodes than TeX has room for.
std::string tree_latex(const Model& model, std::size_t max_depth);

}  // namespace treewright
