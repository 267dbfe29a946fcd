// The labels of the rows in the layout that histograms are filled from: one byte per row for two classes, two bytes for more.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/engine/measure/tally.h"

namespace treewright {

enum class LabelKind { two_classes, classes, weighted_classes, moments };

struct RowLabels {
    explicit RowLabels(const Labels& all);

    const Labels& labels;
    TallyShape shape;
    LabelKind kind;
    std::vector<std::uint8_t> is_second;  ///< two_classes: whether the row is of the second class
    std::vector<std::uint16_t> codes;     ///< classes, weighted_classes
};

}  // namespace treewright
