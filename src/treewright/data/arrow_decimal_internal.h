// Decimal numbers of the Arrow format: integers of up to 256 bits over a power of ten.
#pragma once

#include <cstdint>
#include <string>

namespace treewright {

/// The integer of `bytes` (little-endian, two's complement) over 10^digits, written in full: "-12.50" for -1250 over 10².
[[nodiscard]] std::string decimal_text(const std::uint8_t* bytes, int bits, int digits);

/// The nearest double of the same number. Never -0.
[[nodiscard]] double decimal_value(const std::uint8_t* bytes, int bits, int digits);

/// The nearest double of an integer over 10^digits, digits not negative.
[[nodiscard]] double scaled_value(std::int64_t whole, int digits);

}  // namespace treewright
