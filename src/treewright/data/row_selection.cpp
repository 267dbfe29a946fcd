#include "treewright/data/row_selection.h"

#include <algorithm>
#include <numeric>

namespace treewright {

std::size_t RowSelection::lower_bound(std::size_t row) const {
    if (is_all_) return std::min(row, size_);
    return static_cast<std::size_t>(std::lower_bound(list_, list_ + size_, row) - list_);
}

void RowSelection::copy_to(std::span<RowId> to) const {
    if (is_all_)
        std::iota(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(size_), 0U);
    else
        std::copy_n(list_, size_, to.begin());
}

RowList RowSelection::list() const {
    RowList rows(size_);
    copy_to(rows);
    return rows;
}

RowList rows_without(std::span<const RowId> some, const RowSelection& rows) {
    RowList others;
    others.reserve(rows.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RowId row = rows[i];
        while (next < some.size() && some[next] < row) ++next;
        if (next == some.size() || some[next] != row) others.push_back(row);
    }
    return others;
}

}  // namespace treewright
