#include "treewright/growing/threshold.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treewright {

namespace {
constexpr double highest = std::numeric_limits<double>::max();
}

bool separable(double a, double b) { return !(std::isinf(a) && b == -highest); }

double halfway(double a, double b) {
    if (std::isinf(b)) return highest;
    if (std::isinf(a)) return -highest;
    const double t = a / 2 + b / 2;
    return a <= t && t < b ? t : a;
}

double value_not_above(std::span<const double> values, double t) {
    const auto next = std::upper_bound(values.begin(), values.end(), t);
    return next == values.begin() || std::isinf(*(next - 1)) ? t : *(next - 1);
}

}  // namespace treewright
