// The F test of one-way analysis of variance: do the branches of a split differ in their means?
#pragma once

namespace treewright {

struct SumsOfSquares {
    double between = 0.0;  ///< of the group means around the overall mean, weighted
    double within = 0.0;   ///< of the values around their group's mean, weighted
};

struct FTest {
    double statistic = 0.0;  ///< infinite if the sum of squares within groups is 0
    double p_value = 1.0;
};

/// `groups`: the number of non-empty groups; `weight`: of all rows. p is 1 if the groups do not differ or there are no residual
/// degrees of freedom (weight <= groups), and 0 if there is no variation within the groups.
FTest f_test(double groups, double weight, SumsOfSquares sums);

}  // namespace treewright
