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

/// A number that `read_numbers` understood.
struct PlainNumber {
    double value = 0.0;  ///< correctly rounded; never -0
    bool odd =
        false;  ///< whether its text cannot be reconstructed from its value: it is not a whole number, or one like 007 or -0
};

/// Reads numbers of the form [-]digits[.digits], up to the first field that is not such a number, or a long one; returns how many.
[[nodiscard]] std::size_t read_numbers(const NumberRun& run, PlainNumber* numbers);

}  // namespace treewright
