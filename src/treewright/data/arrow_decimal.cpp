#include "treewright/data/arrow_decimal_internal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace treewright {

namespace {

constexpr std::int64_t exact_limit = std::int64_t{1} << 53;  // every integer up to it is a double
constexpr int exact_power = 22;                              // and so is every power of ten up to 10²²

double power_of_ten(int exponent) {
    double power = 1.0;
    for (int i = 0; i < exponent; ++i) power *= 10.0;  // each product is exact up to 10²²
    return power;
}

bool is_negative(const std::uint8_t* bytes, int size) { return (bytes[size - 1] & 0x80U) != 0; }

/// The integer, if it fits: most decimals are far smaller than their type.
bool small_integer(const std::uint8_t* bytes, int size, std::int64_t& value) {
    const std::uint8_t fill = is_negative(bytes, size) ? 0xFF : 0x00;
    std::array<std::uint8_t, sizeof value> low{};
    low.fill(fill);
    std::memcpy(low.data(), bytes, static_cast<std::size_t>(std::min<int>(size, sizeof value)));
    std::memcpy(&value, low.data(), sizeof value);
    const bool rest_is_sign = std::all_of(bytes + std::min<int>(size, sizeof value), bytes + size,
                                          [fill](std::uint8_t byte) { return byte == fill; });
    return rest_is_sign && (value < 0) == (fill != 0);
}

/// The magnitude of the integer as 32-bit digits, highest first.
std::vector<std::uint32_t> magnitude(const std::uint8_t* bytes, int size) {
    const std::uint32_t flip = is_negative(bytes, size) ? 0xFFFFFFFFU : 0U;
    std::uint64_t carry = flip != 0 ? 1 : 0;
    std::vector<std::uint32_t> limbs(static_cast<std::size_t>(size) / 4);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        std::uint32_t limb = 0;
        std::memcpy(&limb, bytes + 4 * i, sizeof limb);
        carry += limb ^ flip;
        limbs[limbs.size() - 1 - i] = static_cast<std::uint32_t>(carry);
        carry >>= 32U;
    }
    return limbs;
}

/// Divides in place by ten; returns the remainder.
std::uint32_t divide_by_ten(std::vector<std::uint32_t>& limbs) {
    std::uint64_t remainder = 0;
    for (std::uint32_t& limb : limbs) {
        const std::uint64_t part = (remainder << 32U) | limb;
        limb = static_cast<std::uint32_t>(part / 10);
        remainder = part % 10;
    }
    return static_cast<std::uint32_t>(remainder);
}

std::string integer_digits(const std::uint8_t* bytes, int size) {
    std::vector<std::uint32_t> limbs = magnitude(bytes, size);
    std::string digits;
    do {
        digits += static_cast<char>('0' + divide_by_ten(limbs));
    } while (std::any_of(limbs.begin(), limbs.end(), [](std::uint32_t limb) { return limb != 0; }));
    std::reverse(digits.begin(), digits.end());
    return digits;
}

double nearest_double(const std::string& text) {
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value);  // at most 77 digits: never beyond a double
    return value + 0.0;
}

}  // namespace

std::string decimal_text(const std::uint8_t* bytes, int bits, int digits) {
    std::string text = integer_digits(bytes, bits / 8);
    const auto places = static_cast<std::size_t>(std::abs(digits));
    if (digits < 0 && text != "0") text.append(places, '0');
    if (digits > 0) {
        if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
        const std::size_t point = text.size() - places;
        text = text.substr(0, point) + '.' + text.substr(point);  // g++ 12 sees an overflow in insert where there is none
    }
    return is_negative(bytes, bits / 8) ? "-" + text : text;
}

double decimal_value(const std::uint8_t* bytes, int bits, int digits) {
    std::int64_t whole = 0;
    if (digits >= 0 && small_integer(bytes, bits / 8, whole)) return scaled_value(whole, digits);
    return nearest_double(decimal_text(bytes, bits, digits));
}

double scaled_value(std::int64_t whole, int digits) {
    // Times in nanoseconds are beyond 2⁵³; most of them are whole microseconds or more.
    while (digits >= 3 && (whole > exact_limit || whole < -exact_limit) && whole % 1000 == 0) {
        whole /= 1000;
        digits -= 3;
    }
    if (digits == 0) return static_cast<double>(whole);
    // The quotient of two exact doubles is the nearest one to the quotient of the numbers.
    if (whole <= exact_limit && whole >= -exact_limit && digits <= exact_power)
        return static_cast<double>(whole) / power_of_ten(digits);
    std::array<std::uint8_t, sizeof whole> bytes{};
    std::memcpy(bytes.data(), &whole, sizeof whole);
    return nearest_double(decimal_text(bytes.data(), 64, digits));
}

}  // namespace treewright
