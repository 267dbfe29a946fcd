// The F test of one-way analysis of variance: do the branches of a split differ in their means?
#pragma once

namespace treewright {

struct SumsOfSquares {
    double between = 0.0;  ///< of the group means around the whole mean, weighted
    double within = 0.0;   ///< of the values around their group's mean, weighted
};

struct FTest {
    double statistic = 0.0;  ///< infinite if there is nothing within the groups
    double p_value = 1.0;
};

/// `groups` that are not empty, of `weight` rows together. Without a difference between the groups, and without residual degrees
/// of freedom (weight <= groups), p is 1; without anything within the groups it is 0.
FTest f_test(double groups, double weight, SumsOfSquares sums);

}  // namespace treewright
