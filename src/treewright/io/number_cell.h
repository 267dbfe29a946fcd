// Is this text a number, and which? A number is decimal with an optional sign, point and exponent, or inf/infinity in any case.
// Thousands separators, hexadecimal digits and NaN make no number.
#pragma once

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

}  // namespace treewright
