// The plain decimal numbers that nearly all cells of numeric columns are, read by integer arithmetic: [-]digits[.digits], with at
// most 7 digits in front of the decimal sign and 15 characters behind the minus. All else is left to `parse_number`; both give the
// same, correctly rounded double.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace treewright {

struct QuickNumber {
    bool fits = false;   ///< whether it is one of the plain ones
    bool odd = false;    ///< as `PlainNumber::odd`
    double value = 0.0;  ///< never -0
};

namespace quick {

inline constexpr std::uint64_t each_byte = 0x0101010101010101, high_bits = 0x80 * each_byte;
inline constexpr std::array<std::uint64_t, 14> whole_power = {
    1,          10,          100,           1'000,          10'000,          100'000,           1'000'000,
    10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000, 100'000'000'000, 1'000'000'000'000, 10'000'000'000'000};
inline constexpr std::array<double, 14> power = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13};

/// Lets the last `count` of eight bytes pass; all of them for 8 and more. A table, since a shift by a variable costs more.
inline constexpr auto last_bytes = [] {
    std::array<std::uint64_t, 16> masks{};
    for (unsigned count = 1; count < masks.size(); ++count) masks[count] = ~std::uint64_t{0} << (64 - 8 * std::min(count, 8U));
    return masks;
}();

/// Eight characters of which the digits have become the bytes 0 to 9, the first in the lowest byte.
inline std::uint64_t load_digits(const char* text) {
    static_assert(std::endian::native == std::endian::little, "the first character must be the lowest byte");
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    return word ^ ('0' * each_byte);
}

/// The `count` digits before `end`, as the last of eight.
inline std::uint64_t digits_before(const char* end, std::size_t count) { return load_digits(end - 8) & last_bytes[count]; }

/// The number of bytes before the first zero; 8 if there is none.
inline std::size_t bytes_before_zero(std::uint64_t word) {
    return static_cast<std::size_t>(std::countr_zero((word - each_byte) & ~word & high_bits)) / 8;
}

/// Has a high bit where a byte is not 0 to 9.
inline std::uint64_t misfits(std::uint64_t word) { return (word + 0x76 * each_byte) | word; }

/// The number of eight digits: pairs, then fours, then all, by three multiplications.
inline std::uint64_t value_of(std::uint64_t digits) {
    constexpr std::uint64_t pairs = 0x000000FF000000FF;
    digits = digits * 10 + (digits >> 8);
    return (((digits & pairs) * 0x000F424000000064) + (((digits >> 16) & pairs) * 0x0000271000000001)) >> 32;
}

}  // namespace quick

/// The number that is all of the `length` bytes at `text`; 16 bytes before its end and 8 behind its beginning must be readable.
/// Eight digits at a time and hardly a branch: a branch for each digit would be mispredicted once or twice a number, since numbers
/// are of any length (figures at `read_by_vectors`).
inline QuickNumber quick_number(const char* text, std::size_t length, char decimal_sign) {
    const bool negative = *text == '-';
    text += negative ? 1 : 0;
    length -= negative ? 1 : 0;
    if (length - 1 > 14) return {};  // empty or long
    const auto sign = static_cast<std::uint64_t>(static_cast<unsigned char>(decimal_sign) ^ '0');
    const std::size_t whole = std::min(quick::bytes_before_zero(quick::load_digits(text) ^ (sign * quick::each_byte)), length);
    if (whole - 1 > 6 || length - whole == 1) return {};
    const bool has_sign = whole != length;
    const std::size_t decimals = length - whole - (has_sign ? 1 : 0);
    const char* const end = text + length;
    const std::uint64_t before = quick::digits_before(text + whole, whole), behind = quick::digits_before(end, decimals);
    std::uint64_t digits = quick::value_of(before) * quick::whole_power[decimals] + quick::value_of(behind);
    std::uint64_t misfits = quick::misfits(before) | quick::misfits(behind);
    if (decimals > 8) {
        const std::uint64_t middle = quick::digits_before(end - 8, decimals - 8);
        digits += quick::value_of(middle) * quick::whole_power[8];
        misfits |= quick::misfits(middle);
    }
    if ((misfits & quick::high_bits) != 0) return {};
    // Both are below 2^53 and exact, so the quotient is rounded once. The sign comes branch-free: no one can foresee it.
    const auto minus = static_cast<std::int64_t>(negative);
    const std::int64_t size = (static_cast<std::int64_t>(digits) ^ -minus) + minus;
    const bool idle_zero = *text == '0' && length + (negative ? 1 : 0) != 1;
    return {true, has_sign || idle_zero, static_cast<double>(size) / quick::power[decimals]};
}

}  // namespace treewright
