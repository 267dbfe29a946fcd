#include "treewright/statistics/f_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/special_functions/beta.hpp>

#include "treewright/statistics/distributions_internal.h"

namespace treewright {

FTest f_test(double groups, double weight, SumsOfSquares sums) {
    const double degrees_between = groups - 1.0;
    const double degrees_within = weight - groups;
    if (!(degrees_between > 0.0) || !(degrees_within > 0.0) || !(sums.between > 0.0)) return {};
    if (!(sums.within > 0.0)) return {std::numeric_limits<double>::infinity(), 0.0};
    const double statistic = sums.between / degrees_between / (sums.within / degrees_within);
    // P(F > f) is the incomplete beta function at within / (within + between), a share that cannot overflow.
    const double share = 1.0 / (1.0 + sums.between / sums.within);
    const double p = boost::math::ibeta(degrees_within / 2.0, degrees_between / 2.0, share, statistics_internal::QuietPolicy());
    return {statistic, std::clamp(p, 0.0, 1.0)};
}

}  // namespace treewright
