#include "treewright/statistics/resampled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>

#include "treewright/statistics/distributions_internal.h"
#include "treewright/statistics/normal.h"

namespace treewright {

using statistics_internal::QuietPolicy;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-12;  // 0.3 − 0.2 and 0.4 − 0.3 are the same difference
using Student = boost::math::students_t_distribution<double, QuietPolicy>;

/// The standard error of the mean of overlapping runs (Nadeau and Bengio).
double corrected_error(const RunSpread& spread, const RunShares& shares) {
    return spread.deviation * std::sqrt(1.0 / static_cast<double>(spread.runs) + shares.test / shares.training);
}

double freedom_of(const RunSpread& spread) { return static_cast<double>(spread.runs) - 1.0; }

}  // namespace

RunSpread spread_of(std::span<const double> figures) {
    RunSpread spread;
    spread.runs = figures.size();
    const auto count = static_cast<double>(figures.size());
    spread.mean = std::accumulate(figures.begin(), figures.end(), 0.0) / count;
    double squares = 0.0;
    for (const double figure : figures) squares += (figure - spread.mean) * (figure - spread.mean);
    // Equal figures have deviation 0, however their mean was rounded.
    const bool all_equal = std::all_of(figures.begin(), figures.end(), [&](double figure) { return figure == figures[0]; });
    if (figures.size() < 2)
        spread.deviation = std::numeric_limits<double>::quiet_NaN();
    else
        spread.deviation = all_equal ? 0.0 : std::sqrt(squares / (count - 1.0));
    return spread;
}

Interval plain_run_interval(const RunSpread& spread, double confidence) {
    if (spread.runs < 2) return {-infinity, infinity};
    const double z = normal_quantile(0.5 + confidence / 2.0);
    const double reach = z * spread.deviation / std::sqrt(static_cast<double>(spread.runs));
    return {spread.mean - reach, spread.mean + reach};
}

Interval corrected_run_interval(const RunSpread& spread, const RunShares& shares, double confidence) {
    if (spread.runs < 2) return {-infinity, infinity};
    const double reach =
        boost::math::quantile(Student(freedom_of(spread)), 0.5 + confidence / 2.0) * corrected_error(spread, shares);
    return {spread.mean - reach, spread.mean + reach};
}

RunTest corrected_run_test(std::span<const double> differences, const RunShares& shares) {
    const RunSpread spread = spread_of(differences);
    if (spread.runs < 2 || (spread.mean == 0.0 && spread.deviation == 0.0)) return {};
    // Runs that all agree are not significant by themselves: two of them often do.
    if (spread.deviation <= rounding * std::abs(spread.mean)) return {std::copysign(infinity, spread.mean), 1.0};
    const double t = spread.mean / corrected_error(spread, shares);
    return {t, 2.0 * boost::math::cdf(Student(freedom_of(spread)), -std::abs(t))};
}

double sign_test(double worse, double better) {
    const double fewer = std::min(worse, better);
    const double more = std::max(worse, better);
    if (more <= 0.0) return 1.0;
    return std::min(1.0, 2.0 * boost::math::ibeta(more, fewer + 1.0, 0.5, QuietPolicy()));  // P(at most `fewer` heads)
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto tests_left = static_cast<double>(order.size() - i);
        largest = std::max(largest, std::min(1.0, tests_left * p_values[order[i]]));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

}  // namespace treewright
