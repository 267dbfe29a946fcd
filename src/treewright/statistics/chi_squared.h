// The χ² test of independence: do the branches of a split differ in their classes?
#pragma once

#include <cstddef>
#include <span>

namespace treewright {

struct ChiSquared {
    double statistic = 0.0;  ///< D = Σ (observed − expected)² / expected
    double degrees = 0.0;    ///< (rows − 1)(columns − 1), of the rows and columns that are not empty
    double p_value = 1.0;    ///< 1 if there are no degrees of freedom
};

/// For a contingency table with `columns` columns in row-major order; the entries are finite and not negative.
ChiSquared chi_squared_test(std::span<const double> table, std::size_t columns);

}  // namespace treewright
