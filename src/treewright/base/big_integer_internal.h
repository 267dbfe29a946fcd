// Integers of any size, for the one division behind an exact mean or variance: schoolbook arithmetic on digits of 32 bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/int128.h"

namespace treewright {

class BigInteger {
public:
    BigInteger() = default;
    /// Σ digits[i]·2^(32·i), where a digit may be negative or have more than 32 bits; each below 2^62 in size.
    explicit BigInteger(std::span<const std::int64_t> digits);
    explicit BigInteger(std::uint32_t value) : digits_{value} { trim(); }

    [[nodiscard]] int sign() const { return digits_.empty() ? 0 : negative_ ? -1 : 1; }
    /// Bit width of the magnitude; 0 for 0.
    [[nodiscard]] int bits() const;
    [[nodiscard]] BigInteger shifted_left(int bits) const;
    friend BigInteger operator*(const BigInteger& a, const BigInteger& b);
    friend BigInteger operator-(const BigInteger& a, const BigInteger& b);

    struct Quotient {
        UInt128 value = 0;
        bool inexact = false;  ///< something was cut off
    };
    /// |above| / |below|, rounded down; the quotient must be less than 2^96, and `below` must not be 0.
    friend BigInteger::Quotient divided(const BigInteger& above, const BigInteger& below);

private:
    using Digits = std::vector<std::uint32_t>;  ///< lowest first; the highest is not 0

    static bool is_smaller(const Digits& a, const Digits& b);
    static Digits sum(const Digits& a, const Digits& b);
    static Digits difference(const Digits& larger, const Digits& smaller);
    void trim();

    Digits digits_;
    bool negative_ = false;
};

BigInteger::Quotient divided(const BigInteger& above, const BigInteger& below);

}  // namespace treewright
