// Order-preserving integer keys of floats, for radix sort.
#pragma once

#include <bit>
#include <cstdint>

namespace treewright {

/// Monotone in the value; -0 and +0 have the same key. Not for NaN.
inline std::uint32_t order_key(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);
    return bits ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) | 0x80000000U);
}

/// The key of the nearest float: monotone, though not strictly. Beyond the largest float it is infinite.
inline std::uint32_t order_key(double value) { return order_key(static_cast<float>(value)); }

}  // namespace treewright
