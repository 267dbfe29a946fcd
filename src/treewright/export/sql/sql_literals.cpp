#include "treewright/export/sql/sql_literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/utf8.h"
#include "treewright/data/level_spelling.h"
#include "treewright/export/display.h"

namespace treewright {

namespace {

constexpr std::size_t widest_comment = 60;

Error impossible_name(const SqlRules& rules, std::string_view name, std::string_view why, std::string_view what_to_do) {
    return input_error(fmt::format("{} cannot have a column or table called '{}': {}; {}", rules.title,
                                   shortened(printable(name), widest_comment), why, what_to_do));
}

bool holds_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

bool holds_variable(const SqlRules& rules, std::string_view text) {
    return rules.replaces_variables && text.find("${") != std::string_view::npos;
}

/// At most that many bytes, never a part of a character.
std::string_view cut_name(std::string_view name, std::size_t bytes) {
    if (bytes == 0 || name.size() <= bytes) return name;
    std::size_t end = 0;
    while (true) {
        const std::size_t next = end + first_character(name.substr(end)).bytes;
        if (next > bytes) return name.substr(0, end);
        end = next;
    }
}

bool is_plain_text(const SqlRules& rules, std::string_view text) {
    if (!rules.quotes_backslash && text.find('\\') != std::string_view::npos) return false;
    if (!rules.doubles_quotes && text.find('\'') != std::string_view::npos) return false;
    if (holds_variable(rules, text)) return false;
    while (!text.empty()) {
        const Character next = first_character(text);
        if (is_unprintable(next)) return false;
        text.remove_prefix(next.bytes);
    }
    return true;
}

/// s × 10^e with as few digits as possible.
struct Decimal {
    double digits = 0.0;
    int exponent = 0;
    bool is_exact = false;  ///< the digits fit a double
};

Decimal shortest_decimal(const std::string& text) {
    Decimal decimal;
    std::uint64_t digits = 0;
    bool behind_point = false;
    const std::size_t mantissa = std::min(text.find('e'), text.size());
    for (const char c : std::string_view(text).substr(0, mantissa)) {
        if (c == '.') {
            behind_point = true;
            continue;
        }
        digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
        if (behind_point) --decimal.exponent;
    }
    if (mantissa < text.size()) decimal.exponent += std::atoi(text.c_str() + mantissa + 1);
    for (; digits != 0 && digits % 10 == 0; digits /= 10) ++decimal.exponent;
    decimal.digits = static_cast<double>(digits);
    decimal.is_exact = digits < (std::uint64_t{1} << 53U);
    return decimal;
}

/// Whether any reader that computes digits × 10^exponent or digits / 10^-exponent arrives at the value, be it with doubles or with more bits
/// and a second rounding. The digits and the power of ten are exact in a double; the decimal must not lie so close to the middle
/// between two doubles that the first rounding could move it there.
bool is_read_alike(const Decimal& decimal, double value) {
    constexpr int last_exact_power = 22;
    constexpr double share_of_ulp = 0.49;
    if (!decimal.is_exact || std::abs(decimal.exponent) > last_exact_power) return false;
    double power = 1.0;
    for (int i = 0; i < std::abs(decimal.exponent); ++i) power *= 10.0;
    const double ulp = std::nextafter(value, std::numeric_limits<double>::infinity()) - value;
    if (decimal.exponent >= 0) return std::fabs(std::fma(decimal.digits, power, -value)) <= share_of_ulp * ulp;
    return std::fabs(std::fma(value, power, -decimal.digits)) <= share_of_ulp * ulp * power;
}

/// The powers of two are at most 2^52, whose decimals are exact.
std::string product_with_powers_of_two(double value) {
    constexpr int most = 52;
    int exponent = 0;
    auto whole = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    exponent -= 53;
    for (; whole % 2 == 0; whole /= 2) ++exponent;
    std::string text = fmt::format("{}.0", whole);
    for (int left = std::abs(exponent); left > 0; left -= most)
        text +=
            fmt::format(" {} {}.0", exponent > 0 ? '*' : '/', std::uint64_t{1} << static_cast<unsigned>(std::min(left, most)));
    return text;
}

/// Between the dots; a dot that belongs to a name is doubled.
std::vector<std::string> parts_of_name(std::string_view name) {
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_dot = name[i] == '.';
        const bool is_doubled = is_dot && i + 1 < name.size() && name[i + 1] == '.';
        if (is_dot && !is_doubled) {
            parts.emplace_back();
            continue;
        }
        parts.back() += name[i];
        if (is_doubled) ++i;
    }
    return parts;
}

}  // namespace

std::string sql_name(const SqlRules& rules, std::string_view name) {
    constexpr std::string_view rename = "rename it and train again";
    if (!is_utf8(name)) throw impossible_name(rules, name, "it is not UTF-8", rename);
    if (holds_nul(name)) throw impossible_name(rules, name, "it holds a NUL character", rename);
    if (name.empty() && !rules.allows_empty_name) throw impossible_name(rules, name, "it is empty", rename);
    if (holds_variable(rules, name)) throw impossible_name(rules, name, "${…} in a query is replaced by a variable", rename);
    std::string quoted(1, rules.quote);
    for (const char c : cut_name(name, rules.name_bytes)) quoted.append(c == rules.quote ? 2 : 1, c);
    return quoted + rules.quote;
}

std::string sql_table_name(const SqlRules& rules, std::string_view name) {
    std::string text;
    for (const std::string& part : parts_of_name(name)) text += (text.empty() ? "" : ".") + sql_name(rules, part);
    return text;
}

std::string sql_schema_name(const SqlRules& rules, std::string_view name) {
    const std::string last = sql_name(rules, parts_of_name(name).back());
    const std::string whole = sql_table_name(rules, name);
    return whole.size() == last.size() ? "" : whole.substr(0, whole.size() - last.size() - 1);
}

std::string sql_folded_name(const SqlRules& rules, std::string_view name) {
    std::string_view rest = cut_name(name, rules.name_bytes);
    if (rules.folding == NameFolding::none) return std::string(rest);
    std::string result;
    while (!rest.empty()) {
        const std::string_view letter = rest.substr(0, first_character(rest).bytes);
        const bool is_folded = letter.size() == 1 || rules.folding == NameFolding::unicode;
        const std::string lower = is_folded ? folded(letter) : "";  // of a blank: nothing
        result += lower.empty() ? letter : lower;
        rest.remove_prefix(letter.size());
    }
    return result;
}

std::string sql_text(const SqlRules& rules, std::string_view text) {
    if (!is_utf8(text))
        throw input_error(fmt::format("'{}' is not UTF-8, so {} cannot hold it as a text; change it and train again",
                                      shortened(printable(text), widest_comment), rules.title));
    if (!is_plain_text(rules, text)) return rules.unusual_text(text);
    std::string quoted = "'";
    for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
    return quoted + "'";
}

std::string sql_comment(const SqlRules& rules, std::string_view text) {
    std::string shown = shortened(printable(text), widest_comment);
    if (rules.replaces_variables)
        for (std::size_t at = shown.find("${"); at != std::string::npos; at = shown.find("${")) shown.insert(at + 1, " ");
    return shown;
}

std::string sqlite_number(double value) {
    if (value == 0.0) return "0.0";
    const double size = std::fabs(value);
    const std::string sign = value < 0.0 ? "-" : "";
    const std::string text = number_text(size);
    if (!is_read_alike(shortest_decimal(text), size)) return "(" + sign + product_with_powers_of_two(size) + ")";
    const bool is_real = text.find_first_of(".e") != std::string::npos;
    return sign + text + (is_real ? "" : ".0");
}

std::string number_with_exponent(double value) {
    const std::string text = value == 0.0 ? "0" : number_text(value);
    return text + (text.find('e') == std::string::npos ? "e0" : "");
}

std::string hexadecimal(std::string_view bytes, std::string_view prefix) {
    std::string text;
    for (const char byte : bytes) text += fmt::format("{}{:02X}", prefix, static_cast<unsigned char>(byte));
    return text;
}

}  // namespace treewright
