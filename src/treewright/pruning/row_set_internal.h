// Rows on their way down a tree that is being pruned: whole, or in parts where the tree is fractional.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/exact_sum.h"
#include "treewright/data/ids.h"
#include "treewright/growing/labels.h"
#include "treewright/growing/share_split.h"
#include "treewright/tree/routing.h"

namespace treewright {

struct PlacedRow {
    RowId row = 0;
    std::uint32_t share = 1;  ///< of RowSet::whole_row
};

/// Statistics of some rows.
struct RowFigures {
    Sums sums;
    ExactMoments moments;  ///< regression only
};

class RowSet {
public:
    RowSet(const TrainingSet& set, RowParts parts, const Progress& progress)
        : set_(set), parts_(parts), labels_(set, &progress, parts) {}

    [[nodiscard]] const Labels& labels() const { return labels_; }
    [[nodiscard]] ColumnRow cells(const PlacedRow& placed) const { return {set_.features, placed.row}; }
    [[nodiscard]] std::vector<PlacedRow> placed(std::span<const RowId> rows) const;
    [[nodiscard]] RowFigures no_rows() const { return {Sums(labels_.slots()), {}}; }
    void add(const PlacedRow& placed, Sums& sums) const;
    void add(const PlacedRow& placed, RowFigures& figures) const;

private:
    const TrainingSet& set_;
    RowParts parts_;
    Labels labels_;
};

}  // namespace treewright
