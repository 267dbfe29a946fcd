// The few operations on 256-bit integers that an exact difference of products needs.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "treewright/base/int128.h"

namespace treewright {

struct UInt256 {
    UInt128 high = 0;
    UInt128 low = 0;

    friend bool operator==(const UInt256&, const UInt256&) = default;
    friend bool operator<(const UInt256& a, const UInt256& b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }
    /// Modulo 2^256.
    friend UInt256 operator-(const UInt256& a, const UInt256& b) {
        return {a.high - b.high - (a.low < b.low ? 1U : 0U), a.low - b.low};
    }
    /// Bits that are shifted out are lost; 0 ≤ bits < 256.
    friend UInt256 operator<<(const UInt256& a, int bits) {
        if (bits == 0) return a;
        if (bits >= 128) return {a.low << (bits - 128), 0};
        return {(a.high << bits) | (a.low >> (128 - bits)), a.low << bits};
    }
    friend UInt256 operator>>(const UInt256& a, int bits) {
        if (bits == 0) return a;
        if (bits >= 128) return {0, a.high >> (bits - 128)};
        return {a.high >> bits, (a.low >> bits) | (a.high << (128 - bits))};
    }
};

inline UInt256 product(UInt128 a, UInt128 b) {
    constexpr UInt128 mask = UINT64_MAX;
    const UInt128 low = (a & mask) * (b & mask);
    const UInt128 left = (a >> 64) * (b & mask);
    const UInt128 right = (a & mask) * (b >> 64);
    const UInt128 middle = (low >> 64) + (left & mask) + (right & mask);
    return {(a >> 64) * (b >> 64) + (left >> 64) + (right >> 64) + (middle >> 64), (middle << 64) | (low & mask)};
}

inline int bit_width(UInt128 a) {
    const auto high = static_cast<std::uint64_t>(a >> 64);
    return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                     : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(a)));
}
inline int bit_width(const UInt256& a) { return a.high != 0 ? 128 + bit_width(a.high) : bit_width(a.low); }

/// The nearest double, ties to even.
inline double to_double(const UInt256& a) {
    const int dropped = bit_width(a) - 53;
    if (dropped <= 0) return static_cast<double>(static_cast<std::uint64_t>(a.low));
    auto kept = static_cast<std::uint64_t>((a >> dropped).low);
    const UInt256 tail = a - (UInt256{0, kept} << dropped);
    const UInt256 half = UInt256{0, 1} << (dropped - 1);
    if (half < tail || (tail == half && (kept & 1U) != 0)) ++kept;
    return std::ldexp(static_cast<double>(kept), dropped);
}

}  // namespace treewright
