#include "treewright/io/cells/number_cell.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace treewright {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// After an optional sign: a digit, a decimal sign with a digit after it, or the i of inf. Most texts fail here already.
bool may_be_number(std::string_view text, char decimal_sign) {
    if (!text.empty() && text[0] == '-') text.remove_prefix(1);
    if (text.empty()) return false;
    if (text[0] == decimal_sign) return text.size() > 1 && is_digit(text[1]);
    return is_digit(text[0]) || text[0] == 'i' || text[0] == 'I';
}

bool may_group_thousands(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::size_t first = text.find(',');
    if (first == 0 || first > 3 || text[0] == '0') return false;
    for (std::size_t at = first; at < text.size(); at += 4)
        if (text[at] != ',' || text.size() - at < 4 ||
            text.substr(at + 1, 3).find_first_not_of("0123456789") != std::string_view::npos)
            return false;
    return true;
}

}  // namespace

NumberCell parse_number(std::string_view text, bool decimal_comma) {
    const char decimal_sign = decimal_comma ? ',' : '.';
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    if (!may_be_number(text, decimal_sign)) return {};
    double value = 0.0;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto result = fast_float::from_chars_advanced(
        begin, end, value, fast_float::parse_options{fast_float::chars_format::general, decimal_sign});
    if (result.ptr != end || result.ec == std::errc::invalid_argument) return {};
    // Of numbers that are too small fast_float makes 0 or a denormal, as it should be.
    const bool written_in_digits = is_digit(text.back()) || text.back() == decimal_sign;
    if (std::isinf(value) && written_in_digits) return {NumberFit::beyond_double, value};
    return {NumberFit::number, value + 0.0};
}

bool is_clear_decimal_comma(std::string_view text) {
    return text.find(',') != std::string_view::npos && parse_number(text, true).fit != NumberFit::none &&
           !may_group_thousands(text);
}

std::string plain_spelling(double value, bool decimal_comma) {
    std::array<char, 1100> buffer;  // the smallest double has 1,074 decimals
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed).ptr;
    if (decimal_comma) std::replace(buffer.data(), end, '.', ',');
    return {buffer.data(), end};
}

}  // namespace treewright
