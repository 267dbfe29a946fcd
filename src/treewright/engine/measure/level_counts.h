// The labels of a node's rows, level by level of a category; missing rows too where they are a level of their own.
#pragma once

#include <vector>

#include "treewright/engine/large_nodes/histogram.h"
#include "treewright/engine/small_nodes/row_view.h"
#include "treewright/growing/category_scan.h"
#include "treewright/growing/search_context.h"

namespace treewright {

/// By the histogram: `indexed` is the feature's number in the index.
std::vector<LevelSums> levels_in(const Histogram& histogram, const HistogramSource& source, const SearchContext& context,
                                 std::size_t indexed);

/// By the rows, for a category with more levels than bins.
std::vector<LevelSums> levels_of(const RowView& rows, const HistogramSource& source, const SearchContext& context,
                                 std::size_t feature);

}  // namespace treewright
