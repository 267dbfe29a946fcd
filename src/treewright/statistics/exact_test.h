// The exact test of independence (Fisher, Freeman–Halton): the probability, given the margins, of a table that is no more
// probable than this one.
#pragma once

#include <cstddef>
#include <span>

namespace treewright {

struct ExactTest {
    double p_value = 1.0;      ///< 1 with fewer than two rows or columns that are not empty
    bool approximate = false;  ///< by χ²: more than `most_exact_tables` tables, or entries that are not integers
};

inline constexpr std::size_t most_exact_tables = 100'000;

/// Two by two: Fisher's, two-sided. Larger: Freeman and Halton's, by enumeration. Tables whose probability is within a factor of
/// 1 + 1e-7 of the observed one's count as equally probable, as in R. The table is given as in `chi_squared_test`.
ExactTest exact_test(std::span<const double> table, std::size_t columns);

}  // namespace treewright
