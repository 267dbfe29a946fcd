// The rows of a small node sorted by a feature, as short integers, from which subtrees are grown (small_node_searcher.h). Folds
// that share a node sort its rows once, and each takes its own from the lists.
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

/// At most `most_small_rows`, numbered in the given order; missing values last.
std::vector<RankedRow> ranked_rows(const Numbers& values, std::span<const RowId> rows);

/// The rows of a node, sorted by every numeric feature; `rows()` are in the order of the table.
class SharedLists {
public:
    SharedLists(const TrainingSet& set, std::vector<RowId> rows, const Threads& threads);
    /// Of some of the rows, without sorting again.
    SharedLists(const SharedLists& all, std::vector<RowId> rows, const Threads& threads);

    [[nodiscard]] const std::vector<RowId>& rows() const { return rows_; }
    /// The entries of a numeric feature whose rows have a number in `local_of`, renumbered by it.
    [[nodiscard]] std::vector<RankedRow> list(FeatureId feature, std::span<const std::uint16_t> local_of) const;
    /// The position of each of its rows in `rows`, which are some of them, in the order of the table except for a few at the
    /// end.
    [[nodiscard]] std::vector<std::uint16_t> places_in(std::span<const RowId> rows) const;

private:
    std::vector<RowId> rows_;
    std::vector<std::vector<RankedRow>> lists_;  ///< by feature; categories have none
};

}  // namespace treewright
