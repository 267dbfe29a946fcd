#include "treewright/statistics/normal.h"

#include <boost/math/distributions/normal.hpp>

#include "treewright/statistics/distributions_internal.h"

namespace treewright {

using Normal = boost::math::normal_distribution<double, statistics_internal::QuietPolicy>;

double normal_quantile(double share) { return boost::math::quantile(Normal(), share); }

double normal_share(double number) { return boost::math::cdf(Normal(), number); }

}  // namespace treewright
