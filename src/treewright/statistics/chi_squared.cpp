#include "treewright/statistics/chi_squared.h"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

#include "treewright/statistics/contingency_internal.h"
#include "treewright/statistics/distributions_internal.h"

namespace treewright {
namespace {

double upper_tail(double statistic, double degrees) {
    if (!(statistic > 0.0) || !(degrees > 0.0)) return 1.0;
    if (std::isinf(statistic)) return 0.0;
    return std::clamp(boost::math::gamma_q(degrees / 2.0, statistic / 2.0, statistics_internal::QuietPolicy()), 0.0, 1.0);
}

}  // namespace

ChiSquared chi_squared_test(std::span<const double> table, std::size_t columns) {
    const Contingency counts = without_empty(table, columns);
    if (counts.rows() < 2 || counts.columns() < 2) return {};
    ChiSquared result;
    for (std::size_t row = 0; row < counts.rows(); ++row)
        for (std::size_t column = 0; column < counts.columns(); ++column) {
            const double expected = counts.row_totals[row] * (counts.column_totals[column] / counts.total);
            const double difference = counts.at(row, column) - expected;
            if (expected > 0.0) result.statistic += difference * (difference / expected);
        }
    result.degrees = static_cast<double>(counts.rows() - 1) * static_cast<double>(counts.columns() - 1);
    result.p_value = upper_tail(result.statistic, result.degrees);
    return result;
}

}  // namespace treewright
