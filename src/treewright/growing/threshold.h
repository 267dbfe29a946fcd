// Where a threshold stands between two neighbouring values.
#pragma once

#include <span>

namespace treewright {

/// Halfway between a < b, so that a <= t < b; t = a where rounding leaves no room; for an infinite neighbour the largest or
/// smallest finite double that still separates. False if no finite double does (-Inf against the lowest finite double).
bool separable(double a, double b);
double halfway(double a, double b);

/// The largest of the sorted distinct `values` that is not above `t`, if it is finite; else `t`.
double value_not_above(std::span<const double> values, double t);

}  // namespace treewright
