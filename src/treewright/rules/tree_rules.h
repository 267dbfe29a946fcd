// The rules of a tree: one for each leaf, the conditions of its path merged feature by feature. Every row meets exactly one of them,
// that of the leaf it ends in, whatever is missing or unseen in it.
#pragma once

#include <span>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/rules/rule.h"
#include "treewright/tree/tree.h"

namespace treewright {

/// In the order of the leaves, those that no training row reached among them (their weight is 0). The conditions stand in the order
/// in which the path first asks for their features.
std::vector<Rule> rules_of(const Tree& tree, std::span<const ColumnSchema> features);

}  // namespace treewright
