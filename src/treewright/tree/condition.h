// Which way a value goes at a node. The single definition that growing, prediction and the exports are held against.
#pragma once

#include <cstdint>

#include "treewright/tree/tree.h"

namespace treewright {

/// Position of the child for a numeric, date, time or ordered value; NaN is missing.
std::uint32_t child_for_value(const Tree& tree, std::size_t node, double value);
/// Position of the child for a level code, `missing_code` or `unseen_code`.
std::uint32_t child_for_code(const Tree& tree, std::size_t node, std::int32_t code);

}  // namespace treewright
