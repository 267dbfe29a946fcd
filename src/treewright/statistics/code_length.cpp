#include "treewright/statistics/code_length.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace treewright {

namespace {

/// std::std::lgamma writes the sign into a global variable: not thread-safe.
double log_gamma(double x) {
    int sign = 0;
    return lgamma_r(x, &sign);
}

}  // namespace

double log2_factorial(double n) { return log_gamma(n + 1.0) / std::numbers::ln2; }

double log2_choose(double n, double k) {
    return (log_gamma(n + 1.0) - log_gamma(k + 1.0) - log_gamma(n - k + 1.0)) / std::numbers::ln2;
}

double error_bits(double errors, double weight, std::size_t classes) {
    if (weight <= 0.0) return 0.0;  // an empty leaf predicts as its parent
    const double bits = std::log2(weight + 1.0) + log2_choose(weight, errors);
    if (classes <= 2) return bits;  // with two classes the counts determine the rest
    const auto count = static_cast<double>(classes);
    return bits + std::log2(count) + errors * std::log2(count - 1.0);
}

double number_bits(const NumberLeaf& leaf) {
    if (leaf.weight <= 0.0) return 0.0;
    const double variance = (leaf.weight * leaf.variance + leaf.variance_of_all) / (leaf.weight + 1.0);
    if (variance <= 0.0) return 0.0;  // all targets of the table are equal
    const double entropy = 0.5 * std::log2(2.0 * std::numbers::pi * std::numbers::e * variance);
    return leaf.weight * entropy + std::log2(leaf.weight + 1.0);
}

double choice_bits(double choices) { return choices > 1.0 ? std::log2(choices) : 0.0; }

double subset_bits(double levels) {
    if (levels < 2.0) return 0.0;
    // log₂(2^m − 1), which for many levels is m.
    const double m = levels - 1.0;
    return m + std::log1p(-std::exp2(-m)) / std::numbers::ln2;
}

double split_code_length(const SplitSize& size) {
    return leaf_bit + choice_bits(size.features) + choice_bits(size.thresholds) + subset_bits(size.levels) +
           choice_bits(size.missing_ways);
}

}  // namespace treewright
