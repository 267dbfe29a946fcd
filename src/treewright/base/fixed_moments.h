// Mean and variance of numbers that are all small multiples of one power of two, as most numeric columns are (fixed point): the
// same digits as `ExactMoments`, for a few additions per row.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "treewright/base/int128.h"

namespace treewright {

/// A power of two 2^exponent of which every number of a column is a multiple below 2^53. The exponent is far from the limits of
/// a double.
class FixedScale {
public:
    explicit FixedScale(int exponent) : exponent_(exponent), factor_(std::ldexp(1.0, -exponent)) {}
    [[nodiscard]] int exponent() const { return exponent_; }
    [[nodiscard]] std::int64_t multiple(double value) const { return static_cast<std::int64_t>(value * factor_); }

private:
    int exponent_;
    double factor_;
};

/// Finds the scale of a column, one number at a time.
class ScaleFinder {
public:
    void add(double value);
    /// None if there is no such scale, or if a sum of `count` squares would overflow.
    [[nodiscard]] std::optional<FixedScale> scale(std::uint64_t count) const;

private:
    int lowest_ = 4096;    ///< exponent of the lowest bit of any number
    int highest_ = -4096;  ///< exponent above the highest bit of any number
};

/// Of numbers multiple·2^exponent, each of weight 1.
class FixedMoments {
public:
    void add(std::int64_t multiple) {
        ++count_;
        sum_ += multiple;
        squares_ += static_cast<UInt128>(static_cast<Int128>(multiple) * multiple);
    }
    void merge(const FixedMoments& other) {
        count_ += other.count_;
        sum_ += other.sum_;
        squares_ += other.squares_;
    }
    /// Undoes `merge`.
    void subtract(const FixedMoments& other) {
        count_ -= other.count_;
        sum_ -= other.sum_;
        squares_ -= other.squares_;
    }
    /// Correctly rounded; 0 without rows.
    [[nodiscard]] double mean(FixedScale scale) const;
    [[nodiscard]] double variance(FixedScale scale) const;

private:
    std::uint64_t count_ = 0;
    Int128 sum_ = 0;
    UInt128 squares_ = 0;
};

}  // namespace treewright
