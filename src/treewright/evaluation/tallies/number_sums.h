// Means over rows of errors and targets and of their powers, in a few passes and whatever the order of the rows.
#pragma once

#include "treewright/evaluation/scored_rows.h"

namespace treewright {

/// Weighted means, but for the weight.
struct NumberSums {
    double weight = 0.0;         ///< of all rows
    double target = 0.0;         ///< the target
    double variance = 0.0;       ///< (target − mean)²
    double sizes = 0.0;          ///< |error|
    double squares = 0.0;        ///< error²
    double fourth = 0.0;         ///< error⁴
    double target_fourth = 0.0;  ///< (target − mean)⁴
    double products = 0.0;       ///< error²·(target − mean)²
};

/// Errors and targets are counted in parts of the largest, so that nothing overflows: fourth powers of 1e90 may be infinite, sums are not.
[[nodiscard]] NumberSums sum_numbers(const ScoredRows& rows);

/// The mean of |target − constant|.
[[nodiscard]] double mean_distance(const ScoredRows& rows, double constant);

}  // namespace treewright
