#include "treewright/statistics/intervals.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "treewright/statistics/distributions_internal.h"
#include "treewright/statistics/normal.h"

namespace treewright {

using statistics_internal::QuietPolicy;

Interval wilson_interval(double share, double weight, double confidence) {
    if (!(weight > 0.0)) return {0.0, 1.0};
    const double z = normal_quantile(0.5 + confidence / 2.0);
    const double square = z * z / weight;
    const double centre = (share + square / 2.0) / (1.0 + square);
    const double reach = z / (1.0 + square) * std::sqrt(share * (1.0 - share) / weight + square / (4.0 * weight));
    // For a proportion of 0 or 1 that limit is exact; the formula would miss it by a rounding error.
    return {share <= 0.0 ? 0.0 : std::max(0.0, centre - reach), share >= 1.0 ? 1.0 : std::min(1.0, centre + reach)};
}

Interval clopper_pearson_interval(double share, double weight, double confidence) {
    if (!(weight > 0.0)) return {0.0, 1.0};
    using Beta = boost::math::beta_distribution<double, QuietPolicy>;
    const double seen = share * weight;
    const double others = weight - seen;
    const double tail = (1.0 - confidence) / 2.0;
    return {seen > 0.0 ? boost::math::quantile(Beta(seen, others + 1.0), tail) : 0.0,
            others > 0.0 ? boost::math::quantile(boost::math::complement(Beta(seen + 1.0, others), tail)) : 1.0};
}

Interval mean_interval(const SampleMoments& sample, double confidence) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(sample.weight > 1.0)) return {-infinity, infinity};
    const boost::math::students_t_distribution<double, QuietPolicy> student(sample.weight - 1.0);
    const double t = boost::math::quantile(student, 0.5 + confidence / 2.0);
    const double reach = t * std::sqrt(sample.variance / (sample.weight - 1.0));
    if (std::isnan(reach)) return {-infinity, infinity};  // a weight just above 1 has no quantile that a double can hold
    return {sample.mean - reach, sample.mean + reach};
}

}  // namespace treewright
