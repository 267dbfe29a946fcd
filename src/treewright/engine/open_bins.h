// Looks into open bins: the rows of a node that lie in them, sorted by value, every cut between them measured.
#pragma once

#include <span>
#include <vector>

#include "treewright/engine/bin_scan.h"
#include "treewright/engine/row_labels.h"

namespace treewright {

/// A cut inside a bin with the values beside it.
struct InnerCut {
    NumericCut cut;
    Gap gap;
};

class OpenBinScan {
public:
    OpenBinScan(std::size_t feature, const Numbers& values, const RowLabels& labels, const CutMeasure& measure,
                const std::vector<CutView>& views)
        : feature_(feature), values_(values), labels_(labels), measure_(measure), views_(views) {}

    /// Measures every cut inside a bin that holds `rows` of the node; offers those at or above floor.cut() and raises the floor.
    void run(const OpenBin& bin, std::span<const std::uint32_t> rows, Floor& floor, std::vector<InnerCut>& found);

private:
    struct Item {
        double value;
        std::uint32_t row;
    };
    void sort_rows(std::span<const std::uint32_t> rows);

    std::size_t feature_;
    const Numbers& values_;
    const RowLabels& labels_;
    const CutMeasure& measure_;
    const std::vector<CutView>& views_;
    std::vector<Item> sorted_;
    std::vector<std::uint64_t> items_;
    std::vector<std::uint64_t> spare_;
};

}  // namespace treewright
