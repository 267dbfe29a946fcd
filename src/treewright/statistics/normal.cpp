#include "treewright/statistics/normal.h"

#include <boost/math/distributions/normal.hpp>

#include "treewright/statistics/distributions_internal.h"

namespace treewright {

namespace {
const boost::math::normal_distribution<double, statistics_internal::QuietPolicy> standard;
}

double normal_quantile(double share) { return boost::math::quantile(standard, share); }

double normal_share(double number) { return boost::math::cdf(standard, number); }

}  // namespace treewright
