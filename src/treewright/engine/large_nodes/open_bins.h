// Searches open bins by the rows of the node in them: sorts these by value and scores every cut.
#pragma once

#include <span>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/large_nodes/inner_scan.h"
#include "treewright/engine/large_nodes/node_counts.h"

namespace treewright {

class OpenBinScan {
public:
    OpenBinScan(FeatureId feature, const Numbers& values, const HistogramSource& source, const CutMeasure& measure,
                const std::vector<CutView>& views)
        : values_(values),
          labels_(source.labels),
          progress_(source.progress),
          how_(inner_measure(measure, source.labels.labels.has_weights())),
          scan_(feature, measure, views) {}

    /// Scores every cut inside a bin that contains `rows` of the node; keeps those at or above floor.cut() and raises the
    /// floor.
    void run(const OpenBin& bin, std::span<const RowId> rows, Floor& floor, std::vector<InnerCut>& found);

private:
    [[nodiscard]] bool has_one_value(std::span<const RowId> rows) const;
    void sort_rows(std::span<const RowId> rows);
    void fetch_labels(std::span<const RowId> rows);

    const Numbers& values_;
    const RowLabels& labels_;
    const Progress& progress_;
    InnerMeasure how_;
    InnerScan scan_;
    std::vector<double> local_values_;        ///< in the order of the rows
    std::vector<std::int64_t> local_sums_;    ///< pairs with weight 1: the second number of the tally
    std::vector<std::uint16_t> local_codes_;  ///< many classes with weight 1
    std::vector<std::uint64_t> items_;        ///< key of the value, position among the rows; sorted by value
    std::vector<std::uint64_t> scratch_;
};

}  // namespace treewright
