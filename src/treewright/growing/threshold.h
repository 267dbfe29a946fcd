// The threshold between two neighbouring values.
#pragma once

#include <span>

namespace treewright {

/// Halfway between a < b, so that a <= t < b; t = a if there is no double between them; for an infinite neighbour the largest
/// or smallest finite double that still separates. `separable` is false if no finite double does (-Inf against the lowest
/// finite double).
bool separable(double a, double b);
double halfway(double a, double b);

/// The largest of the sorted distinct `values` that is not above `t`, if it is finite; else `t`.
double value_not_above(std::span<const double> values, double t);

}  // namespace treewright
