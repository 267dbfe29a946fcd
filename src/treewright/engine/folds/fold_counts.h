// Histograms of the rows that folds share, in one pass: one of all rows, and one per fold of the rows it lacks. Most rows are
// absent from one fold only, the one that holds them out, and are counted once for both.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/large_nodes/node_counts.h"
#include "treewright/engine/small_nodes/row_view.h"

namespace treewright {

struct FoldHistograms {
    std::unique_ptr<NodeCounts> total;
    std::vector<std::unique_ptr<NodeCounts>> absent;  ///< in the order of the requested folds
};

/// `folds`: their bit numbers.
FoldHistograms count_folds(const HistogramSource& source, std::span<const RowId> rows, const AbsentBits* absent,
                           const std::vector<std::size_t>& folds);

/// How many of the rows are absent from each fold, by bit number.
std::vector<std::size_t> rows_absent(std::span<const RowId> rows, const AbsentBits* absent);

}  // namespace treewright
