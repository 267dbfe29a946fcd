// Radix sort of rows: with comparisons, assigning a million rows to folds took longer than growing a tree from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"

namespace treewright {

/// Sorts rows by class, within a class by hash; stable. `hashes` and `classes` (codes; empty: there are none) are those
/// of all rows of the table.
void sort_by_class_and_hash(std::vector<RowId>& rows, std::span<const std::uint64_t> hashes,
                            std::span<const std::int32_t> classes);

/// Sorts every list; no row is in two of them. `table_rows`: the number of rows there are.
void sort_disjoint(std::vector<std::vector<RowId>>& lists, std::size_t table_rows);

}  // namespace treewright
