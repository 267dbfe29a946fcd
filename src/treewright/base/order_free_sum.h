// A sum of doubles that does not depend on their order, for the price of an integer addition (fixed point): every number is
// truncated to a multiple of one power of two, set by the largest of them, so 61 bits of the largest and fewer of small ones
// count. `ExactSum` loses nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "treewright/base/int128.h"

namespace treewright {

class OrderFreeSum {
public:
    /// An upper bound of the magnitude of every number. If it is infinite or NaN, the sum is infinite.
    explicit OrderFreeSum(double largest) {
        if (!std::isfinite(largest)) {
            broken_ = true;
            return;
        }
        int exponent = 0;
        std::frexp(largest, &exponent);          // largest < 2^exponent
        shift_ = std::min(61 - exponent, 2000);  // two factors: a single one may overflow
        first_ = std::ldexp(1.0, shift_ / 2);
        second_ = std::ldexp(1.0, shift_ - shift_ / 2);
    }

    void add(double number) {
        if (!broken_) sum_ += static_cast<std::int64_t>(number * first_ * second_);
    }
    void merge(const OrderFreeSum& other) { sum_ += other.sum_; }  ///< made with the same `largest`

    [[nodiscard]] double value() const {
        if (broken_) return std::numeric_limits<double>::infinity();
        return std::ldexp(static_cast<double>(sum_), -shift_);
    }

private:
    bool broken_ = false;
    int shift_ = 0;
    double first_ = 1.0;
    double second_ = 1.0;
    Int128 sum_ = 0;
};

/// The same for numbers from 0 to 1, in multiples of 2^-51, by the bits of the double: branch-free, so that loops over it are
/// vectorised.
class UnitSum {
public:
    /// At most `most_parts` numbers between two calls of `settle`.
    static constexpr std::size_t most_parts = 4096;
    void add(double number) { parts_ += std::bit_cast<std::uint64_t>(2.0 + number) - two; }
    void settle() {
        sum_ += parts_;
        parts_ = 0;
    }
    [[nodiscard]] double value() const { return std::ldexp(static_cast<double>(sum_ + parts_), -51); }

private:
    static constexpr auto two = std::bit_cast<std::uint64_t>(2.0);
    std::uint64_t parts_ = 0;
    UInt128 sum_ = 0;
};

/// Σ term(i) for i below `count`; term is called twice for each.
template <class Term>
double order_free_sum(std::size_t count, const Term& term) {
    double largest = 0.0;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(term(i)));
    OrderFreeSum sum(largest);
    for (std::size_t i = 0; i < count; ++i) sum.add(term(i));
    return sum.value();
}

}  // namespace treewright
