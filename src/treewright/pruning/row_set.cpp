#include "treewright/pruning/row_set_internal.h"

#include <cmath>

namespace treewright {

std::vector<PlacedRow> RowSet::placed(std::span<const RowId> rows) const {
    std::vector<PlacedRow> placed;
    placed.reserve(rows.size());
    for (const RowId row : rows) placed.push_back({row, labels_.whole_row()});
    return placed;
}

void RowSet::add(const PlacedRow& placed, Sums& sums) const {
    if (parts_ == RowParts::shares)
        labels_.add_share(placed.row, placed.share, sums);
    else
        labels_.add(placed.row, sums);
}

void RowSet::add(const PlacedRow& placed, RowFigures& figures) const {
    add(placed, figures.sums);
    if (labels_.is_classification()) return;
    const double share = std::ldexp(static_cast<double>(placed.share), -labels_.share_bits());
    figures.moments.add(set_.weight(placed.row) * share, set_.target.values[placed.row]);
}

}  // namespace treewright
