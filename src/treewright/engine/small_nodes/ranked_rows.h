// The rows of a small node in the order of a feature, as short numbers: what subtrees are grown from (small_node.h). Folds that share a
// node sort its rows once, and each takes its own from the lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// Rank of the value in the upper half, local number of the row in the lower. Equal values have equal ranks, larger ones larger ranks.
using RankedRow = std::uint32_t;
inline constexpr std::uint32_t missing_rank = 0xffff;
inline constexpr std::uint16_t no_local_row = 0xffff;
inline constexpr std::size_t most_small_rows = 32768;  ///< local row numbers and ranks fit into 16 bits each

inline std::uint32_t rank(RankedRow row) { return row >> 16; }
inline std::uint32_t local(RankedRow row) { return row & 0xffffU; }

/// At most `most_small_rows`, numbered as they come; missing values last.
std::vector<RankedRow> ranked_rows(const Numbers& values, std::span<const RowId> rows);

/// The rows of a node in the order of every numeric feature; rows are in the order of the table.
class SharedLists {
public:
    SharedLists(const TrainingSet& set, std::vector<RowId> rows, const Threads& threads);
    /// Of some of the rows: nothing is sorted again.
    SharedLists(const SharedLists& all, std::vector<RowId> rows, const Threads& threads);

    [[nodiscard]] const std::vector<RowId>& rows() const { return rows_; }
    /// Those of a numeric feature that have a number in `local_of`, by these numbers.
    [[nodiscard]] std::vector<RankedRow> list(FeatureId feature, std::span<const std::uint16_t> local_of) const;
    /// Where each of its rows stands among some of them, which are in the order of the table but for a few at the end.
    [[nodiscard]] std::vector<std::uint16_t> places_in(std::span<const RowId> rows) const;

private:
    std::vector<RowId> rows_;
    std::vector<std::vector<RankedRow>> lists_;  ///< by feature; categories have none
};

}  // namespace treewright
