// A selection of the rows of a table: all of them, or those of a list. An empty list selects none of them, never the whole
// table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "treewright/data/ids.h"

namespace treewright {

using RowList = std::vector<RowId>;  ///< in the order of the table

/// A view: the list must outlive it.
class RowSelection {
public:
    /// All rows of a table with that many rows.
    [[nodiscard]] static RowSelection all(std::size_t rows) { return {nullptr, rows, true}; }
    /// Those of a list, in the order of the table.
    [[nodiscard]] static RowSelection of(std::span<const RowId> rows) { return {rows.data(), rows.size(), false}; }
    static RowSelection of(RowList&& rows) = delete;  // it would dangle

    [[nodiscard]] bool is_all() const { return is_all_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] RowId operator[](std::size_t i) const { return is_all_ ? static_cast<RowId>(i) : list_[i]; }

    /// The position of the first row that is not before `row`.
    [[nodiscard]] std::size_t lower_bound(std::size_t row) const;
    /// Copies the row numbers; `to` must be large enough.
    void copy_to(std::span<RowId> to) const;
    [[nodiscard]] RowList list() const;

private:
    RowSelection(const RowId* list, std::size_t size, bool is_all) : list_(list), size_(size), is_all_(is_all) {}

    const RowId* list_;
    std::size_t size_;
    bool is_all_;
};

/// Set difference: the rows of the selection that are not in `some`, which is in the order of the table.
RowList rows_without(std::span<const RowId> some, const RowSelection& rows);

}  // namespace treewright
