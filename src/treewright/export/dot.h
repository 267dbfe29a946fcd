// The tree as a Graphviz graph: `treewright show model.tree --dot | dot -Tsvg > tree.svg`.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "treewright/tree/model.h"

namespace treewright {

struct DotStyle {
    std::size_t max_depth = std::numeric_limits<std::size_t>::max();  ///< nodes below this depth are counted, not drawn
    bool all_levels = false;                                          ///< list every level of a set, however many
};

std::string tree_dot(const Model& model, const DotStyle& style = {});

}  // namespace treewright
