// The rules of a tree: one for each leaf, the conditions of its path merged feature by feature. Every row meets exactly one of
// them, that of the leaf it ends in, even if values are missing or unseen.
#pragma once

#include <span>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/rules/rule.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// In the order of the leaves, including those that no training row reached (their weight is 0). The conditions are in the
/// order in which the path first tests their features.
std::vector<Rule> rules_of(const Tree& tree, std::span<const ColumnSchema> features);

}  // namespace treewright
