// Does it happen as often as the model says? Rows are put together by the probability they were given.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/outcome_table.h"

namespace treewright {

/// Rows of similar probability. The rows of a leaf stand together.
struct CalibrationBin {
    double lowest = 0.0;
    double highest = 0.0;
    double rows = 0.0;  ///< weight
    double said = 0.0;  ///< mean probability
    Figure happened;    ///< share of the rows for which it was so
};

struct Calibration {
    std::vector<CalibrationBin> bins;  ///< by rising probability
    double expected_error = 0.0;       ///< mean distance between said and happened, over the rows
    double by_chance = 0.0;            ///< what a model that says just what is so would get on so many rows, on average
};

/// At most ten bins of about the same weight, of whole leaves. With a class: its probability, and whether a row is of it. Without: the
/// probability of the predicted class, and whether it was right.
[[nodiscard]] Calibration calibrate(const OutcomeTable& table, std::optional<std::size_t> class_position,
                                    const IntervalPlan& plan);

}  // namespace treewright
