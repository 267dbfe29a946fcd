// Calibration: predicted probabilities against observed frequencies, in bins of rows of similar probability.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"

namespace treewright {

/// Rows of similar probability. The rows of a leaf are in one bin.
struct CalibrationBin {
    double lowest = 0.0;
    double highest = 0.0;
    double rows = 0.0;       ///< weight
    double predicted = 0.0;  ///< mean predicted probability
    Figure observed;         ///< observed frequency
};

struct Calibration {
    std::vector<CalibrationBin> bins;  ///< by rising probability
    double expected_error = 0.0;  ///< expected calibration error: mean distance between predicted and observed, over the rows
    double by_chance = 0.0;       ///< the expected value of a perfectly calibrated model on that many rows
};

/// At most ten bins of about the same weight, of whole leaves. With a class: its probability, and whether a row is of it. Without: the
/// probability of the predicted class, and whether it was right.
[[nodiscard]] Calibration calibrate(const OutcomeTable& table, std::optional<std::size_t> class_position,
                                    const IntervalPlan& plan);

}  // namespace treewright
