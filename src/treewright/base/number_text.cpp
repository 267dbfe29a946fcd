#include "treewright/base/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace treewright {
namespace {

constexpr std::int64_t seconds_per_day = 86400;
constexpr std::int64_t first_day = -719528;  // 0000-01-01
constexpr std::int64_t last_day = 2932896;   // 9999-12-31

struct CivilDate {
    std::int64_t year;
    unsigned month;  // 1 to 12
    unsigned day;    // 1 to 31
};

// Both directions count days from 0000-03-01 in eras of 400 years, so that the leap day is the last day of a year.
constexpr std::int64_t days_from_civil(CivilDate date) {
    const std::int64_t year = date.month <= 2 ? date.year - 1 : date.year;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t year_of_era = year - era * 400;
    const std::int64_t month_from_march = (date.month + 9) % 12;
    const std::int64_t day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

constexpr CivilDate civil_from_days(std::int64_t days) {
    days += 719468;
    const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    const std::int64_t day_of_era = days - era * 146097;
    const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
    const auto day = static_cast<unsigned>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
    const auto month = static_cast<unsigned>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
    return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

constexpr unsigned days_in_month(std::int64_t year, unsigned month) {
    constexpr std::array<unsigned, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : days[month - 1];
}

std::string day_text(std::int64_t days) {
    const CivilDate date = civil_from_days(days);
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

/// Parses a text of fixed format from front to back; after the first mismatch, `fits` stays false.
class Pieces {
public:
    explicit Pieces(std::string_view text) : rest_(text) {}

    unsigned digits(std::size_t count) {
        unsigned value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') {
                fits_ = false;
                return 0;
            }
            value = value * 10 + static_cast<unsigned>(rest_[0] - '0');
            rest_.remove_prefix(1);
        }
        return value;
    }
    bool take(char wanted) {
        if (rest_.empty() || rest_[0] != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void need(bool holds) { fits_ = fits_ && holds; }
    std::string_view all_digits() {
        std::size_t count = 0;
        while (count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') ++count;
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    [[nodiscard]] bool fits() const { return fits_; }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;
    bool fits_ = true;
};

std::int64_t take_date(Pieces& pieces) {
    const std::int64_t year = pieces.digits(4);
    pieces.need(pieces.take('-'));
    const unsigned month = pieces.digits(2);
    pieces.need(pieces.take('-'));
    const unsigned day = pieces.digits(2);
    pieces.need(month >= 1 && month <= 12);
    if (!pieces.fits()) return 0;
    pieces.need(day >= 1 && day <= days_in_month(year, month));
    return days_from_civil({year, month, day});
}

/// Seconds east of UTC.
std::int64_t take_zone(Pieces& pieces) {
    if (pieces.at_end() || pieces.take('Z')) return 0;
    const bool west = pieces.take('-');
    if (!west) pieces.need(pieces.take('+'));
    const std::int64_t hours = pieces.digits(2);
    pieces.take(':');
    const std::int64_t minutes = pieces.digits(2);
    pieces.need(hours <= 23 && minutes <= 59);
    const std::int64_t offset = hours * 3600 + minutes * 60;
    return west ? -offset : offset;
}

/// The decimal digits of 1 − 0.digits: "25" gives "75".
std::string complement(std::string digits) {
    const std::size_t last = digits.find_last_not_of('0');
    if (last == std::string::npos) return digits;
    for (std::size_t i = 0; i <= last; ++i) digits[i] = static_cast<char>('0' + '9' - digits[i]);
    ++digits[last];
    return digits;
}

bool all_zero(std::string_view digits) { return digits.find_first_not_of('0') == std::string_view::npos; }

/// whole + 0.fraction as the nearest double: via the decimal text, so that it is rounded once only.
double join(std::int64_t whole, std::string fraction) {
    const bool negative = whole < 0;
    if (negative && !all_zero(fraction)) {
        ++whole;
        fraction = complement(fraction);
    }
    const std::string text = fmt::format("{}{}.{}", negative ? "-" : "", negative ? -whole : whole, fraction);
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value + 0.0;  // no -0
}

struct DecimalTime {
    std::int64_t whole;
    std::string fraction;  // its digits, without trailing zeros
};

/// The seconds in their shortest decimal form, rounded to nine digits after the point, split so that the fraction is ≥ 0.
DecimalTime split_decimal(double seconds) {
    std::array<char, 400> buffer;
    auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(seconds), std::chars_format::fixed).ptr;
    const char* point = std::find(buffer.data(), end, '.');
    if (end - point > 10) {
        end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(seconds), std::chars_format::fixed, 9).ptr;
        point = std::find(buffer.data(), end, '.');
    }
    DecimalTime time{0, point == end ? "" : std::string(point + 1, static_cast<const char*>(end))};
    std::from_chars(buffer.data(), point, time.whole);
    while (!time.fraction.empty() && time.fraction.back() == '0') time.fraction.pop_back();
    if (seconds < 0) {
        time.whole = -time.whole;
        if (!time.fraction.empty()) {
            --time.whole;
            time.fraction = complement(time.fraction);
        }
    }
    return time;
}

}  // namespace

std::string number_text(double value) {
    std::array<char, 400> buffer;
    const bool plain = std::abs(value) < 1e15 && value == std::trunc(value);
    const auto result = plain ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
                              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string fixed_text(double value, int decimals) {
    if (!std::isfinite(value)) return number_text(value);
    std::array<char, 400> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed,
                                      std::clamp(decimals, 0, 60));
    std::string text(buffer.data(), result.ptr);
    if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
    return text;
}

std::string readable_number(double value) {
    std::string exact = number_text(value);
    if (exact.size() <= 9 || !std::isfinite(value)) return exact;
    const std::string digits = fmt::format("{:.7e}", value);
    double nearby = value;
    std::from_chars(digits.data(), digits.data() + digits.size(), nearby);
    std::string rounded = number_text(nearby);
    return rounded.size() < exact.size() ? rounded : exact;
}

std::string date_text(double days) {
    const double day = std::floor(days);
    if (!(day >= static_cast<double>(first_day) && day <= static_cast<double>(last_day))) return number_text(days);
    return day_text(static_cast<std::int64_t>(day));
}

std::string time_text(double seconds) {
    constexpr auto first = static_cast<double>(first_day * seconds_per_day);
    constexpr auto end = static_cast<double>((last_day + 1) * seconds_per_day);
    if (!(seconds >= first && seconds < end)) return number_text(seconds);
    const DecimalTime time = split_decimal(seconds);
    const std::int64_t days = (time.whole - (time.whole < 0 ? seconds_per_day - 1 : 0)) / seconds_per_day;
    const std::int64_t in_day = time.whole - days * seconds_per_day;
    std::string text = fmt::format("{} {:02}:{:02}:{:02}", day_text(days), in_day / 3600, in_day / 60 % 60, in_day % 60);
    if (!time.fraction.empty()) text += "." + time.fraction;
    return text;
}

std::optional<double> parse_date(std::string_view text) {
    Pieces pieces(text);
    const std::int64_t days = take_date(pieces);
    if (!pieces.fits() || !pieces.at_end()) return std::nullopt;
    return static_cast<double>(days);
}

std::optional<double> parse_time(std::string_view text) {
    Pieces pieces(text);
    const std::int64_t days = take_date(pieces);
    if (!pieces.take('T')) pieces.need(pieces.take(' '));
    const unsigned hours = pieces.digits(2);
    pieces.need(pieces.take(':'));
    const unsigned minutes = pieces.digits(2);
    unsigned seconds = 0;
    std::string fraction = "0";
    if (pieces.take(':')) {
        seconds = pieces.digits(2);
        if (pieces.take('.')) {
            fraction = pieces.all_digits();
            pieces.need(!fraction.empty());
        }
    }
    const std::int64_t offset = take_zone(pieces);
    pieces.need(pieces.at_end() && hours <= 23 && minutes <= 59 && seconds <= 59);
    if (!pieces.fits()) return std::nullopt;
    return join(days * seconds_per_day + hours * 3600 + minutes * 60 + seconds - offset, fraction);
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace treewright
