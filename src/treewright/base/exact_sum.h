// Exact summation (a superaccumulator): a mean or a variance is the same to the last bit for any order of the rows, any number
// of threads and any partition of the rows.
//
// A sum is an integer in digits of 32 bits, each kept in a signed 64-bit limb, so that adding a row touches a few limbs and
// carries are propagated only once in 2^30 rows. Only the limbs between the smallest and the largest bit in use are stored.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "treewright/base/bytes.h"
#include "treewright/base/int128.h"

namespace treewright {

/// The exact sum of numbers ±magnitude·2^exponent.
class ExactSum {
public:
    using Magnitude = std::array<std::uint64_t, 3>;  ///< lowest 64 bits first

    void add(const Magnitude& magnitude, int exponent, bool negative);
    void merge(const ExactSum& other, bool negated);

    [[nodiscard]] const std::vector<std::int64_t>& limbs() const { return limbs_; }
    /// The exponent of the lowest limb's lowest bit: the sum is Σ limbs()[i]·2^(exponent() + 32·i).
    [[nodiscard]] int exponent() const { return first_ * 32; }

    void write(ByteWriter& to) const;
    static ExactSum read(ByteReader& from);

private:
    void make_room(int first, int end);
    void count_additions(std::uint64_t more);
    void propagate_carries();

    std::vector<std::int64_t> limbs_;
    int first_ = 0;                ///< limbs_[0] holds the bits from 2^(32·first_) on
    std::uint64_t additions_ = 0;  ///< no limb is larger than this times 2^32
};

/// Mean and variance of weighted values, from exact sums of w, w·y and w·y².
class ExactMoments {
public:
    /// Both finite. Any double is exact, denormals and 1e308 included.
    void add(double weight, double value);
    /// The sums of numbers multiple·2^exponent of weight 1, accumulated elsewhere.
    struct Sums {
        std::uint64_t count = 0;
        Int128 sum = 0;       ///< of the multiples
        UInt128 squares = 0;  ///< of the multiples
        int exponent = 0;
    };
    void add_sums(const Sums& sums);
    void merge(const ExactMoments& other);
    /// Undoes `merge`, as if the rows of `other` had never been added.
    void subtract(const ExactMoments& other);

    /// Σw, correctly rounded; infinite if it is beyond the largest double.
    [[nodiscard]] double total_weight() const;
    /// Σwy / Σw, correctly rounded; 0 if the weight is 0.
    [[nodiscard]] double mean() const;
    /// (Σw·Σwy² − (Σwy)²) / (Σw)², correctly rounded: never negative, and exactly 0 when all values are equal. Infinite if it is
    /// beyond the largest double (values of 1e200 and -1e200); 0 if the weight is 0.
    [[nodiscard]] double variance() const;

    void write(ByteWriter& to) const;
    static ExactMoments read(ByteReader& from);

private:
    ExactSum weights_;
    ExactSum values_;
    ExactSum squares_;
};

}  // namespace treewright
