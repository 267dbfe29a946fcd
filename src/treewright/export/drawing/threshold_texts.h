// Thresholds as short as they can be told without telling something false.
//
// A threshold of few digits is written as it is. A longer one is rounded, to no fewer than four digits, to the first number that divides the
// training rows as the threshold does; where these rows are not at hand, it is cut, not rounded, and an ellipsis says that digits follow. So no
// text says "at most 2.45" of a node that sends 2.45 the other way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/table.h"
#include "treewright/tree/model.h"

namespace treewright {

/// The values of a column next to a threshold: the largest that is not above it and the smallest that is.
struct ThresholdGap {
    double below = 0.0;
    double above = 0.0;
};

class ThresholdTexts {
public:
    /// `rows`: the feature columns of the training rows, in the order of the schema; nullptr where they are not at hand.
    ThresholdTexts(const Model& model, const std::vector<Column>* rows);

    /// The threshold of a node that asks about a number; nothing for other nodes, whose values are written by `value_text`.
    [[nodiscard]] std::optional<std::string> short_text(NodeId node) const;
    /// In full, where the short text is not the exact number.
    [[nodiscard]] std::optional<std::string> exact_text(NodeId node) const;

private:
    [[nodiscard]] bool is_number(NodeId node) const;
    [[nodiscard]] double rounded(NodeId node) const;

    const Model& model_;
    std::vector<std::optional<ThresholdGap>> gaps_;  ///< by node; empty without rows
};

/// Of a number of few digits itself; else the number with the fewest digits, at least four, in [below, above).
[[nodiscard]] double rounded_threshold(double threshold, const ThresholdGap& gap);

}  // namespace treewright
