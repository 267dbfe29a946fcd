#include "treewright/resampling/power_law.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace treewright {

namespace {

constexpr double least_slope = 0.1;
constexpr double most_slope = 2.0;
constexpr double slope_step = 0.05;
constexpr double huber = 1.345;  // in deviations: the usual bend
constexpr int rounds = 4;        // of new weights; more change nothing that can be seen

struct Line {
    double floor = 0.0;
    double height = 0.0;
};

/// Weighted least squares of y = a + b·x with a, b ≥ 0.
Line bounded_line(std::span<const SizedLoss> sizes, const std::vector<double>& x, const std::vector<double>& weights) {
    double w = 0.0, wx = 0.0, wy = 0.0, wxx = 0.0, wxy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double y = sizes[i].loss;
        w += weights[i], wx += weights[i] * x[i], wy += weights[i] * y;
        wxx += weights[i] * x[i] * x[i], wxy += weights[i] * x[i] * y;
    }
    const double determinant = w * wxx - wx * wx;
    const double height = determinant > 0.0 ? (w * wxy - wx * wy) / determinant : 0.0;
    const double floor = (wy - height * wx) / w;
    if (height <= 0.0) return {wy / w, 0.0};
    return floor >= 0.0 ? Line{floor, height} : Line{0.0, wxy / wxx};
}

/// Huber loss: quadratic near the curve, linear further off.
double penalty(double off) { return off <= huber ? off * off / 2.0 : huber * (off - huber / 2.0); }

struct Fitted {
    PowerLaw law;
    double penalty = 0.0;
};

Fitted fit_with_slope(std::span<const SizedLoss> sizes, const std::vector<double>& scale, double slope) {
    const double unit = sizes.back().rows;
    std::vector<double> x, weights;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        x.push_back(std::pow(sizes[i].rows / unit, -slope));
        weights.push_back(1.0 / (scale[i] * scale[i]));
    }
    Fitted fitted;
    for (int round = 0; round < rounds; ++round) {
        const Line line = bounded_line(sizes, x, weights);
        fitted = {{line.floor, line.height, slope, unit}, 0.0};
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const double off = std::abs(sizes[i].loss - line.floor - line.height * x[i]) / scale[i];
            fitted.penalty += penalty(off);
            weights[i] = std::min(1.0, huber / std::max(off, 1e-12)) / (scale[i] * scale[i]);
        }
    }
    return fitted;
}

/// How far off a size may be. One for all, because the spread of single sizes is not known well; but the law is asked about more rows, so
/// that a size counts more the larger it is.
std::vector<double> scales_of(std::span<const SizedLoss> sizes) {
    double squares = 0.0;
    double highest = 0.0;
    for (const SizedLoss& size : sizes) {
        squares += size.deviation * size.deviation / static_cast<double>(sizes.size());
        highest = std::max(highest, std::abs(size.loss));
    }
    const double common = std::max(std::sqrt(squares), 0.001 * highest + 1e-300);
    std::vector<double> scales;
    for (const SizedLoss& size : sizes) scales.push_back(common * std::sqrt(std::sqrt(sizes.back().rows / size.rows)));
    return scales;
}

}  // namespace

double PowerLaw::at(double rows) const { return floor + height * std::pow(rows / unit, -slope); }

PowerLaw fit_power_law(std::span<const SizedLoss> sizes) {
    const std::vector<double> scale = scales_of(sizes);
    Fitted best = fit_with_slope(sizes, scale, least_slope);
    for (double slope = least_slope + slope_step; slope <= most_slope + 1e-9; slope += slope_step) {
        const Fitted other = fit_with_slope(sizes, scale, slope);
        if (other.penalty < best.penalty) best = other;
    }
    return best.law;
}

}  // namespace treewright
