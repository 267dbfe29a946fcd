// Loops over the rows of a node: in blocks between which the work can be cancelled, with prefetching.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "treewright/base/progress.h"
#include "treewright/data/ids.h"

namespace treewright {

/// Prefetch distance. Rows of a node are in the order of the table but with gaps, which the hardware prefetcher does not
/// predict. (1M × 20 of two classes: 16 and 64 took a tenth longer.)
inline constexpr std::size_t rows_ahead = 32;
inline std::uint32_t row_ahead(std::span<const RowId> rows, std::size_t i) {
    return rows[std::min(i + rows_ahead, rows.size() - 1)];
}

/// Calls work(block) for blocks of rows, in order.
template <class Work>
void for_blocks(std::span<const RowId> rows, const Progress& progress, const Work& work) {
    for (std::size_t begin = 0; begin < rows.size(); begin += steps_between_checks) {
        progress.stop_if_cancelled();
        work(rows.subspan(begin, std::min(steps_between_checks, rows.size() - begin)));
    }
}

}  // namespace treewright
