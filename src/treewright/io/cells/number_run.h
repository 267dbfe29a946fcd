// Fields that are plain numbers, one after the other in a row: the hottest loop of reading a table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace treewright {

/// Neighbouring fields in a `Block`.
struct NumberRun {
    const char* bytes = nullptr;          ///< of the block
    std::size_t begin = 0;                ///< of the first field
    const std::uint32_t* ends = nullptr;  ///< of each field; the next one begins behind it
    std::size_t count = 0;
    char decimal_sign = '.';
};

/// Why the text of a number cannot be reconstructed from its value. Bits that are joined over the cells of a column.
struct Odd {
    static constexpr std::uint8_t none = 0;
    static constexpr std::uint8_t idle_zero = 1;   ///< 007, -0; also 0.5, which has decimals too
    static constexpr std::uint8_t decimals = 2;    ///< 1.50; for speed all decimals
    static constexpr std::uint8_t other = 4;       ///< +5, 1e3, a quoted empty field
    static constexpr std::uint8_t long_whole = 8;  ///< besides `other`: more than 15 digits and nothing else, perhaps rounded
};

/// A number that `read_numbers` understood.
struct PlainNumber {
    double value = 0.0;  ///< correctly rounded; never -0
    std::uint8_t odd = Odd::none;
};

/// Reads numbers of the form [-]digits[.digits], up to the first field that is not such a number, or a long one; returns how many.
[[nodiscard]] std::size_t read_numbers(const NumberRun& run, PlainNumber* numbers);

/// The plain decimal numbers that nearly all cells of numeric columns are, read by integer arithmetic: [-]digits[.digits], with at
/// most 7 digits in front of the decimal sign and 15 characters behind the minus. All else is left to `parse_number`; both give the
/// same, correctly rounded double.
struct QuickNumber {
    bool fits = false;  ///< whether it is one of the plain ones
    std::uint8_t odd = Odd::none;
    double value = 0.0;  ///< never -0
};

/// The number that is all of the `length` bytes at `text`; 16 bytes before its end and 8 behind its beginning must be readable.
/// What `read_numbers` does where the processor has no vectors of 16 bytes.
QuickNumber quick_number(const char* text, std::size_t length, char decimal_sign);

}  // namespace treewright
