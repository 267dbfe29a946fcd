#include "treewright/io/cells/written_number.h"

#include <algorithm>
#include <array>
#include <vector>

namespace treewright {

namespace {

constexpr std::array<std::string_view, 3> minus_signs = {"-", "\xE2\x88\x92", "\xE2\x80\x93"};  // hyphen, minus, en dash
/// What may stand between groups of three digits: blank, no-break blanks (wide, narrow), thin blank, apostrophes, underscore.
constexpr std::array<std::string_view, 7> group_signs = {" ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "'", "\xE2\x80\x99",
                                                         "_"};
constexpr std::array<std::string_view, 27> currencies = {"$",   "€",   "£",   "¥",   "₹",   "₽",   "₩",   "₺",   "₪",
                                                         "฿",   "₫",   "₴",   "R$",  "US$", "USD", "EUR", "GBP", "JPY",
                                                         "CHF", "CAD", "AUD", "CNY", "Rs",  "kr",  "INR", "BRL", "Rs."};

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view blank_at_front(std::string_view text) {
    for (const std::string_view blank : {" ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"})
        if (text.starts_with(blank)) return blank;
    return {};
}

void drop_blanks(std::string_view& text) {
    while (!blank_at_front(text).empty()) text.remove_prefix(blank_at_front(text).size());
}

std::string_view without_blanks_behind(std::string_view text) {
    while (!text.empty()) {
        std::size_t begin = text.size() - 1;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
        if (blank_at_front(text.substr(begin)).empty()) break;
        text.remove_suffix(text.size() - begin);
    }
    return text;
}

bool take_minus(std::string_view& text) {
    for (const std::string_view sign : minus_signs)
        if (text.starts_with(sign)) {
            text.remove_prefix(sign.size());
            return true;
        }
    return false;
}

/// ($5.00) is what accountants write for -$5.00.
bool take_parentheses(std::string_view& text) {
    if (text.size() < 3 || text.front() != '(' || text.back() != ')') return false;
    text = text.substr(1, text.size() - 2);
    drop_blanks(text);
    text = without_blanks_behind(text);
    return true;
}

std::string_view group_sign_at(std::string_view text) {
    for (const std::string_view sign : group_signs)
        if (text.starts_with(sign)) return sign;
    return {};
}

std::string_view currency_at(std::string_view text) {
    std::string_view longest;
    for (const std::string_view currency : currencies)
        if (text.starts_with(currency) && currency.size() > longest.size()) longest = currency;
    return longest;
}

/// A text as sign, currency, digits with signs between them, unit.
struct Parts {
    bool negative = false;
    bool trailing_minus = false;
    bool in_parentheses = false;
    std::string_view prefix;  ///< a currency with the blanks behind it
    std::string_view digits;  ///< and what stands between them
    std::string_view unit;    ///< with the blanks before it
};

/// How many bytes of the text are digits, and signs between or before digits.
std::size_t digits_length(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (is_decimal_digit(text[at])) {
            ++at;
            continue;
        }
        const bool point = text[at] == '.' || text[at] == ',';
        const std::size_t length = point ? 1 : at == 0 ? 0 : group_sign_at(text.substr(at)).size();
        const bool goes_on = length > 0 && at + length < text.size() && is_decimal_digit(text[at + length]);
        if (!goes_on) break;
        at += length;
    }
    return at;
}

/// One word: letters, a percent or degree sign, a currency. Digits only as in m2.
bool is_unit(std::string_view unit) {
    if (unit.empty()) return true;
    const auto first = static_cast<unsigned char>(unit[0]);
    if (!is_ascii_letter(unit[0]) && first < 0x80U && std::string_view("%\"'$").find(unit[0]) == std::string_view::npos)
        return false;
    if (unit.find_first_of(" ;,|\t") != std::string_view::npos) return false;
    const bool power = unit.size() > 1 && (unit.ends_with("m2") || unit.ends_with("m3"));
    return std::none_of(unit.begin(), unit.end() - (power ? 1 : 0), is_decimal_digit);
}

std::optional<Parts> take_apart(std::string_view text) {
    Parts parts;
    text = without_blanks_behind(text);
    parts.in_parentheses = take_parentheses(text);
    parts.negative = parts.in_parentheses || take_minus(text);
    if (!parts.negative && text.starts_with('+')) text.remove_prefix(1);
    if (const std::string_view currency = currency_at(text); !currency.empty()) {
        std::string_view rest = text.substr(currency.size());
        drop_blanks(rest);
        parts.prefix = text.substr(0, text.size() - rest.size());
        text = rest;
        if (!parts.negative) parts.in_parentheses = take_parentheses(text);
        if (!parts.negative) parts.negative = parts.in_parentheses || take_minus(text);
    }
    const std::size_t length = digits_length(text);
    if (length == 0) return std::nullopt;
    parts.digits = text.substr(0, length);
    text.remove_prefix(length);
    std::string_view behind = text;
    if (!parts.negative && take_minus(behind) && (behind.empty() || !is_decimal_digit(behind[0]))) {
        parts.negative = parts.trailing_minus = true;
        text = behind;
    }
    parts.unit = text;
    drop_blanks(text);
    if (text.empty()) parts.unit = {};
    if (!is_unit(text)) return std::nullopt;
    return parts;
}

/// Digits cut at the signs between them.
struct Groups {
    std::vector<std::string_view> digits;
    std::vector<std::string_view> signs;  ///< one less
};

Groups cut_into_groups(std::string_view text) {
    Groups groups;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (is_decimal_digit(text[at])) {
            ++at;
            continue;
        }
        const std::size_t length = text[at] == '.' || text[at] == ',' ? 1 : group_sign_at(text.substr(at)).size();
        groups.digits.push_back(text.substr(begin, at - begin));
        groups.signs.push_back(text.substr(at, length));
        begin = at += length;
    }
    groups.digits.push_back(text.substr(begin));
    return groups;
}

/// Whether the first `count` groups are one number with its thousands apart: one to three digits, then three each.
bool are_thousands(const Groups& groups, std::size_t count) {
    if (groups.digits[0].empty() || groups.digits[0].size() > 3) return false;
    if (count > 1 && groups.digits[0][0] == '0') return false;
    return std::all_of(groups.digits.begin() + 1, groups.digits.begin() + static_cast<std::ptrdiff_t>(count),
                       [](std::string_view digits) { return digits.size() == 3; });
}

bool is_point_or_comma(std::string_view sign) { return sign == "." || sign == ","; }

/// What one number says. Its signs between thousands must all be the same.
struct OneNumber {
    SignEvidence signs;
    std::string_view separator;  ///< one that is neither point nor comma
};

std::optional<OneNumber> signs_of(const Groups& groups) {
    OneNumber one;
    if (groups.signs.empty()) return one;
    const std::string_view first = groups.signs.front(), last = groups.signs.back();
    const auto use_of = [&](std::string_view sign) -> SignUse& { return sign == "," ? one.signs.comma : one.signs.point; };
    const std::size_t count = groups.signs.size();
    const bool same =
        std::all_of(groups.signs.begin(), groups.signs.end() - 1, [&](std::string_view sign) { return sign == first; });
    if (!same) return std::nullopt;
    if (count == 1 && is_point_or_comma(first)) {
        use_of(first) = are_thousands(groups, 2) ? SignUse::unclear : SignUse::decimal;
        return one;
    }
    const bool has_decimals = last != first;
    if (has_decimals && !is_point_or_comma(last)) return std::nullopt;
    if (!are_thousands(groups, has_decimals ? count : count + 1)) return std::nullopt;
    if (has_decimals) use_of(last) = SignUse::decimal;
    if (is_point_or_comma(first))
        use_of(first) = SignUse::thousands;
    else
        one.separator = first;
    return one;
}

std::string blank_free(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        drop_blanks(text);
        if (text.empty()) break;
        kept += text[0];
        text.remove_prefix(1);
    }
    return kept;
}

}  // namespace

SignUse joined(SignUse a, SignUse b) {
    if (a == b || b == SignUse::absent) return a;
    if (a == SignUse::absent) return b;
    if (a == SignUse::unclear) return b;
    return b == SignUse::unclear ? a : SignUse::nonsense;
}

bool NumberForm::add(std::string_view text) {
    const auto parts = take_apart(text);
    if (!parts) return add_plain(text);
    std::string_view unit = parts->unit;
    drop_blanks(unit);
    const bool attached = unit.size() == parts->unit.size() && !unit.empty() && is_ascii_letter(unit[0]);
    if (!add_unit(parts->prefix, parts->unit, attached)) return false;
    const Groups groups = cut_into_groups(parts->digits);
    const auto one = signs_of(groups);
    if (!one) return false;
    if (!one->separator.empty() && !separator_.empty() && separator_ != one->separator) return false;
    if (!one->separator.empty()) separator_ = one->separator;
    signs_ = {joined(signs_.comma, one->signs.comma), joined(signs_.point, one->signs.point)};
    trailing_minus_ |= parts->trailing_minus;
    (parts->in_parentheses ? in_parentheses_ : outside_) = true;
    if (groups.signs.empty()) (groups.digits[0].size() <= 3 ? short_whole_ : long_whole_) = true;
    ++count_;
    return signs_.comma != SignUse::nonsense && signs_.point != SignUse::nonsense;
}

/// 1,5e3 and inf: what no one writes with a unit.
bool NumberForm::add_plain(std::string_view text) {
    const bool by_comma = parse_number(text, true).fit == NumberFit::number;
    if (!by_comma && parse_number(text, false).fit != NumberFit::number) return false;
    if (!add_unit({}, {}, false)) return false;
    if (text.find(',') != std::string_view::npos) signs_.comma = joined(signs_.comma, SignUse::decimal);
    if (text.find('.') != std::string_view::npos) signs_.point = joined(signs_.point, SignUse::decimal);
    outside_ = true;
    ++count_;
    return signs_.comma != SignUse::nonsense && signs_.point != SignUse::nonsense;
}

/// All cells must have the same currency and unit; blanks between may differ.
bool NumberForm::add_unit(std::string_view prefix, std::string_view unit, bool attached) {
    if (count_ == 0) {
        prefix_ = prefix;
        unit_ = unit;
        attached_ = attached;
        return true;
    }
    if (prefix != prefix_ && blank_free(prefix) != blank_free(prefix_)) return false;
    if (unit != unit_ && blank_free(unit) != blank_free(unit_)) return false;
    // The outcome must not depend on the order of the cells.
    prefix_ = std::min<std::string>(prefix_, std::string(prefix));
    unit_ = std::min<std::string>(unit_, std::string(unit));
    attached_ |= attached;
    return true;
}

/// ',' if it is the decimal sign of numbers like 1,234, else 't' for thousands.
char NumberForm::meaning_of_comma(const NumberHints& hints) const {
    if (hints.thousands) return ',';  // they are separated by something else, or by nothing
    if (signs_.point != SignUse::absent || long_whole_) return signs_.point != SignUse::absent ? 't' : ',';
    if (hints.elsewhere.comma == SignUse::decimal) return ',';
    if (hints.elsewhere.comma == SignUse::thousands || hints.elsewhere.point == SignUse::decimal) return 't';
    if (short_whole_) return 't';  // 999 next to 1,234: with three decimals it would be 999,000
    return hints.delimiter == ';' ? ',' : 't';
}

bool NumberForm::settle_signs(const NumberHints& hints, ColumnReading& reading) const {
    const auto use = [&](std::string_view decimal, std::string thousands) {
        reading.decimal_sign = decimal;
        if (!separator_.empty() && !thousands.empty()) return false;
        reading.thousands_separator = separator_.empty() ? std::move(thousands) : separator_;
        return true;
    };
    const SignUse comma = signs_.comma, point = signs_.point;
    if (hints.decimal_sign) {
        const bool by_comma = hints.decimal_sign == DecimalSign::comma;
        const SignUse decimal = by_comma ? comma : point, other = by_comma ? point : comma;
        if (decimal == SignUse::thousands || other == SignUse::decimal) return false;
        return use(by_comma ? "," : ".", other == SignUse::absent ? "" : by_comma ? "." : ",");
    }
    if (comma == SignUse::decimal || point == SignUse::thousands) {
        if (point == SignUse::decimal || comma == SignUse::thousands) return false;
        return use(",", point == SignUse::absent ? "" : ".");
    }
    if (comma == SignUse::thousands || point == SignUse::decimal) return use(".", comma == SignUse::absent ? "" : ",");
    if (comma == SignUse::absent && point == SignUse::unclear && hints.elsewhere.comma == SignUse::decimal &&
        hints.elsewhere.point != SignUse::decimal)
        return use(",", ".");
    if (comma == SignUse::absent) return use(".", "");
    if (point != SignUse::absent) return false;  // 1,234 and 1.234: no one can tell
    return meaning_of_comma(hints) == ',' ? use(",", "") : use(".", ",");
}

std::optional<ColumnReading> NumberForm::settle(const NumberHints& hints) const {
    ColumnReading reading;
    if (count_ == 0 || (!unit_.empty() && count_ < (attached_ ? 3U : 2U))) return std::nullopt;
    if (!settle_signs(hints, reading)) return std::nullopt;
    if (hints.thousands && reading.thousands_separator != *hints.thousands && !reading.thousands_separator.empty())
        return std::nullopt;
    reading.prefix = prefix_;
    reading.unit = unit_;
    reading.trailing_minus = trailing_minus_;
    // (1), (2) may be anything; money next to other money is negative.
    if (in_parentheses_ && (!outside_ || !has_number_form(reading))) return std::nullopt;
    return reading;
}

bool is_written_number(std::string_view text) {
    const auto parts = take_apart(text);
    if (!parts || (parts->in_parentheses && parts->prefix.empty())) return false;
    std::string_view unit = parts->unit;
    drop_blanks(unit);
    const bool in_letters = !unit.empty() && is_ascii_letter(unit[0]) && currency_at(unit) != unit;
    return !in_letters && signs_of(cut_into_groups(parts->digits)).has_value();
}

bool has_number_form(const ColumnReading& reading) {
    return reading.decimal_sign != "." || !reading.thousands_separator.empty() || !reading.prefix.empty() ||
           !reading.unit.empty() || reading.trailing_minus;
}

NumberCell parse_written(std::string_view text, const ColumnReading& reading) {
    const bool comma = reading.decimal_sign == ",";
    if (const NumberCell plain = parse_number(text, comma); plain.fit != NumberFit::none) return plain;
    const auto parts = take_apart(text);
    if (!parts || (parts->trailing_minus && !reading.trailing_minus)) return {};
    const auto fits = [](std::string_view found, const std::string& known) {
        return found.empty() || blank_free(found) == blank_free(known);
    };
    if (!fits(parts->prefix, reading.prefix) || !fits(parts->unit, reading.unit)) return {};
    const Groups groups = cut_into_groups(parts->digits);
    const bool has_decimals = !groups.signs.empty() && groups.signs.back() == reading.decimal_sign;
    const std::size_t whole = groups.digits.size() - (has_decimals ? 1 : 0);
    if (whole > 1 && !are_thousands(groups, whole)) return {};
    std::string number = parts->negative ? "-" : "";
    for (std::size_t i = 0; i < groups.digits.size(); ++i) {
        const bool decimal = has_decimals && i + 1 == groups.digits.size();
        if (i > 0 && !decimal && groups.signs[i - 1] != reading.thousands_separator) return {};
        if (decimal) number += '.';
        number += groups.digits[i];
    }
    return parse_number(number, false);
}

}  // namespace treewright
