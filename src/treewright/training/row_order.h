// Orders of many rows, in passes instead of comparisons: to deal out a million rows took longer than to grow a tree from them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace treewright {

/// Sorts rows by class, within a class by hash, equal ones as they stand. `hashes` and `class_of` speak of rows of the table; classes are
/// numbers from 0 on.
void sort_by_class_and_hash(std::vector<std::uint32_t>& rows, std::span<const std::uint64_t> hashes,
                            const std::function<std::uint32_t(std::uint32_t row)>& class_of);

/// Sorts every list; no row is in two of them. `table_rows`: the number of rows there are.
void sort_disjoint(std::vector<std::vector<std::uint32_t>>& lists, std::size_t table_rows);

}  // namespace treewright
