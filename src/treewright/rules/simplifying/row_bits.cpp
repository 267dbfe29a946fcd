#include "treewright/rules/simplifying/row_bits.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "treewright/base/exact_sum.h"

namespace treewright {
namespace {

/// Enough to distinguish the smallest of the usual weights; the total stays below 2^52, so that a sum is also exact as a
/// double.
constexpr int most_fraction_digits = 20;
constexpr int most_digits = 52;

bool are_whole(std::span<const double> weights) {
    return std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == std::floor(weight); });
}

/// The exponent of the smallest weight that is distinguished. Does not depend on the order of the rows.
int exponent_for(std::span<const double> weights) {
    ExactMoments total;
    for (const double weight : weights) total.add(weight, 0.0);
    const int size = std::ilogb(std::max(total.total_weight(), 1e-300)) + 1;  // total < 2^size
    return std::max(are_whole(weights) ? 0 : -most_fraction_digits, size - most_digits);
}

}  // namespace

RowBits all_rows(std::size_t rows) {
    RowBits bits((rows + 63) / 64, ~std::uint64_t{0});
    if (rows % 64 != 0) bits.back() = (std::uint64_t{1} << (rows % 64)) - 1;
    return bits;
}

std::vector<std::uint32_t> words_in_use(const RowBits& bits) {
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i] != 0) words.push_back(static_cast<std::uint32_t>(i));
    return words;
}

RowWeights::RowWeights(std::span<const double> weights, std::size_t rows) : rows_(rows) {
    if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1.0; })) return;
    exponent_ = exponent_for(weights);
    std::vector<std::uint64_t> integers;
    integers.reserve(rows);
    for (const double weight : weights)
        integers.push_back(static_cast<std::uint64_t>(std::llround(std::ldexp(weight, -exponent_))));
    digits_ = static_cast<std::size_t>(
        std::bit_width(std::max<std::uint64_t>(1, *std::max_element(integers.begin(), integers.end()))));
    planes_.assign((rows + 63) / 64 * digits_, 0);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t digit = 0; digit < digits_; ++digit)
            planes_[row / 64 * digits_ + digit] |= ((integers[row] >> digit) & 1U) << (row % 64);
}

double RowWeights::real(std::int64_t weight) const { return std::ldexp(static_cast<double>(weight), exponent_); }

}  // namespace treewright
