// Looks into open bins: the rows of a node that lie in them, sorted by value, every cut between them measured.
#pragma once

#include <span>
#include <vector>

#include "treewright/engine/index/row_labels.h"
#include "treewright/engine/large_nodes/bin_scan.h"
#include "treewright/engine/large_nodes/histogram.h"

namespace treewright {

/// A cut inside a bin with the values beside it.
struct InnerCut {
    NumericCut cut;
    Gap gap;
};

class OpenBinScan {
public:
    OpenBinScan(std::size_t feature, const Numbers& values, const HistogramSource& source, const CutMeasure& measure,
                const std::vector<CutView>& views)
        : feature_(feature),
          values_(values),
          labels_(source.labels),
          progress_(source.progress),
          measure_(measure),
          views_(views) {}

    /// Measures every cut inside a bin that holds `rows` of the node; keeps those at or above floor.cut() and raises the floor.
    void run(const OpenBin& bin, std::span<const std::uint32_t> rows, Floor& floor, std::vector<InnerCut>& found);

private:
    [[nodiscard]] bool has_one_value(std::span<const std::uint32_t> rows) const;
    void sort_rows(std::span<const std::uint32_t> rows);
    [[nodiscard]] std::uint32_t at(std::size_t i) const { return static_cast<std::uint32_t>(items_[i]); }
    void scan_pairs(const OpenBin& bin, const CutView& view, Floor& floor, std::vector<InnerCut>& found) const;
    void scan_classes(const OpenBin& bin, const CutView& view, Floor& floor, std::vector<InnerCut>& found) const;
    void scan_tallies(const OpenBin& bin, std::span<const std::uint32_t> rows, Floor& floor,
                      std::vector<InnerCut>& found) const;

    std::size_t feature_;
    const Numbers& values_;
    const RowLabels& labels_;
    const Progress& progress_;
    const CutMeasure& measure_;
    const std::vector<CutView>& views_;
    std::vector<double> local_values_;        ///< in the order of the rows
    std::vector<std::int64_t> local_sums_;    ///< pairs with weight 1: the second number of the tally
    std::vector<std::uint16_t> local_codes_;  ///< many classes with weight 1
    std::vector<std::uint64_t> items_;        ///< key of the value, position among the rows; sorted by value
    std::vector<std::uint64_t> spare_;
};

}  // namespace treewright
