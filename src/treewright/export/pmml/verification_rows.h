// Rows with which a reader of an exported tree can check itself: for each leaf one that ends there (if any does), with values at the edges of
// its intervals, and for each feature one that lacks it.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

/// Columns in the order of the schema. Of trees with more leaves than `most_leaves`, some of them, evenly spread.
std::vector<Column> verification_rows(const Model& model, std::size_t most_leaves);

}  // namespace treewright
