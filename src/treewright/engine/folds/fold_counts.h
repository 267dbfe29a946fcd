// Counts the rows that folds share, in one pass: the histogram of all of them, and for each fold that of the rows it does not have. Most
// rows are away from one fold only, the one that holds them out, and are counted once for both.
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
    std::vector<std::unique_ptr<NodeCounts>> away;  ///< in the order of the folds that were asked for
};

/// `folds`: the numbers of their bits.
FoldHistograms count_folds(const HistogramSource& source, std::span<const RowId> rows, const AwayBits* away,
                           const std::vector<std::size_t>& folds);

/// How many of the rows are away from each fold, by the number of its bit.
std::vector<std::size_t> rows_away(std::span<const RowId> rows, const AwayBits* away);

}  // namespace treewright
