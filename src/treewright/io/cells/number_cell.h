// Parses a number. A number is decimal with an optional sign, point and exponent, or inf/infinity in any case.
// Thousands separators, hexadecimal digits and NaN are not accepted.
#pragma once

#include <string>
#include <string_view>

namespace treewright {

enum class NumberFit {
    number,
    beyond_double,  ///< a number whose size no double can hold, such as 1e999
    none,
};

struct NumberCell {
    NumberFit fit = NumberFit::none;
    double value = 0.0;  ///< correctly rounded; never -0
};

[[nodiscard]] NumberCell parse_number(std::string_view text, bool decimal_comma);

/// Whether a comma in it must be a decimal sign: 3,5 but not 1,234 or 12,345,678, where commas may group thousands.
[[nodiscard]] bool is_clear_decimal_comma(std::string_view text);

/// The shortest text without an exponent that reads back as the same double. A number that was written with at most 15 digits, no
/// needless zeros and no plus was written so.
[[nodiscard]] std::string plain_spelling(double value, bool decimal_comma);

}  // namespace treewright
