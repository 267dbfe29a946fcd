// The features of a node as cuts see them: known and missing rows, the sides that missing rows are tried on, row limits.
#pragma once

#include <vector>

#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// One view a side; `missing` holds the rows of the node without a value. Nothing if no row has one.
std::vector<CutView> views_of(const SearchContext& context, const CutMeasure& measure, const NodeFacts& node,
                              ConstTally missing);

/// Whether "is the value missing?" is a question of its own, measured by this view (its missing rows on the left) with no known
/// row on the left.
bool asks_for_missing(const SearchContext& context, const CutView& view);

}  // namespace treewright
