// The skeleton of a drawn tree: which nodes are drawn in which order, with the lines that lead to them. It keeps its own stack, so
// that a chain of any length is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/tree/tree.h"

namespace treewright {

struct OutlineShape {
    std::size_t max_depth = 0;       ///< splits at this depth are cut: drawn without their children
    std::size_t section_levels = 0;  ///< splits this deep in a section are drawn in a section of their own; at least 1
    std::size_t step = 4;            ///< columns for each level, 1 to 4
};

enum class Appearance {
    root,      ///< opens the drawing or a section
    ordinary,  ///< a leaf, or a split with its children below it
    cut,       ///< a split at the largest depth to be drawn
    deferred,  ///< a split that opens a later section
};

struct OutlineItem {
    NodeId node = 0;
    NodeId parent = no_parent;
    std::size_t position = 0;  ///< among the children of the parent
    Appearance appearance = Appearance::ordinary;
    std::string_view lines;  ///< "│   ├─ "
};

/// Calls `visit` for every line of the drawing, from top to bottom.
void visit_outline(const Tree& tree, const OutlineShape& shape, const std::function<void(const OutlineItem&)>& visit);

}  // namespace treewright
