// Random numbers that are the same on every machine: integer arithmetic, and only sums and products of doubles, which IEEE 754
// defines to the last bit. (The distributions of <random> and the functions of <cmath> differ between libraries.)
#pragma once

#include <cstdint>

namespace bench {

/// The splitmix64 generator (Steele, Lea and Flood 2014): 64 bits of state, every seed is a good one.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    /// 0 <= x < 1, a multiple of 2^-53.
    double uniform() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
    /// 0, 1, …, n - 1. The bias (n / 2^32) is far below what a benchmark could notice.
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((bits() >> 32U) * n) >> 32U); }
    bool chance(double share) { return uniform() < share; }
    /// Mean 0, variance 1, bell-shaped: the sum of four uniform numbers, scaled. Its tails end at ±3.46.
    double bell() { return (half_words() + half_words() - 2.0) * 1.7320508075688772; }

private:
    /// The sum of two uniform numbers of 32 bits.
    double half_words() {
        const std::uint64_t word = bits();
        return static_cast<double>((word >> 32U) + (word & 0xFFFFFFFFU)) * 0x1p-32;
    }

    std::uint64_t state_;
};

}  // namespace bench
