// The masses of the classes under factors, for the measures that work on shares.
#pragma once

#include "treewright/criteria/criterion.h"

namespace treewright {

inline double class_mass(const Sums& rows, const ClassFactors& factors, std::size_t j) {
    const auto weight = static_cast<double>(rows.slots[j]);
    return factors.empty() ? weight : factors[j] * weight;
}

inline double total_mass(const Sums& rows, const ClassFactors& factors) {
    if (factors.empty()) return static_cast<double>(rows.weight);
    double total = 0.0;
    for (std::size_t j = 0; j < factors.size(); ++j) total += class_mass(rows, factors, j);
    return total;
}

}  // namespace treewright
