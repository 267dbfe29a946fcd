// Makes the cut views of a node's features: known and missing rows, directions of the missing rows, row limits.
#pragma once

#include <vector>

#include "treewright/engine/measure/cut_measure.h"

namespace treewright {

/// One view per direction of the missing rows; `missing` are the node's rows without a value. Empty if no row has a value.
std::vector<CutView> views_of(const SearchContext& context, const CutMeasure& measure, const NodeFacts& node,
                              ConstTally missing);

/// Whether "is the value missing?" is a possible split, scored by this view (its missing rows on the left) with no known row on
/// the left.
bool asks_for_missing(const SearchContext& context, const CutView& view);

}  // namespace treewright
