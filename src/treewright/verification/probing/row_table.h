// The table of probe rows: a value is chosen for every cell that may hold several.
#pragma once

#include <cstddef>
#include <vector>

#include "treewright/tree/model.h"
#include "treewright/verification/probe_rows.h"
#include "treewright/verification/probing/cell_set.h"

namespace treewright {

class RowTable {
public:
    explicit RowTable(const Model& model);

    /// A row of these cells. Known values are preferred; where several would do, rows take turns among the feature's thresholds, or levels.
    void add(ProbeKind kind, const std::vector<CellSet>& cells);
    /// A copy of one of the rows so far, in turn, with another cell.
    void add_variant(ProbeKind kind, FeatureId feature, const CellSet& cell);
    ProbeRows take();

private:
    void set_last(FeatureId feature, const CellSet& cell);
    [[nodiscard]] double value_in(FeatureId feature, const CellSet& cell) const;
    [[nodiscard]] LevelCode code_in(const CellSet& cell) const;

    const Schema& schema_;
    std::vector<std::vector<double>> thresholds_;  ///< by feature, sorted
    std::vector<std::vector<double>> values_;
    std::vector<std::vector<LevelCode>> codes_;
    std::vector<ProbeKind> kinds_;
    std::size_t turn_ = 0;      ///< of choices among values and levels
    std::size_t variants_ = 0;  ///< of rows that were copied
};

}  // namespace treewright
