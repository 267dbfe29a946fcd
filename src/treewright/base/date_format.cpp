#include "treewright/base/date_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr double day_seconds = 86400.0;
constexpr std::string_view known_letters = "YymdbBaAHIMSfpz%";
constexpr std::array<std::string_view, 12> months = {"January", "February", "March",     "April",   "May",      "June",
                                                     "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 7> weekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                      "Friday", "Saturday", "Sunday"};
constexpr std::size_t short_name = 3;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool starts_with_word(std::string_view text, std::string_view word) {
    if (text.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (lower(text[i]) != lower(word[i])) return false;
    return true;
}

/// What a text says so far.
struct Moment {
    std::int64_t year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0;
    std::int64_t zone = 0;  ///< seconds east of UTC
    bool afternoon = false;
    bool of_twelve = false;
    std::string fraction;
};

/// A text that is taken apart from front to back.
class Rest {
public:
    explicit Rest(std::string_view text) : text_(text) {}

    /// Between `least` and `most` digits.
    std::optional<std::int64_t> number(std::size_t least, std::size_t most) {
        std::int64_t value = 0;
        std::size_t count = 0;
        while (count < most && count < text_.size() && is_digit(text_[count])) value = value * 10 + (text_[count++] - '0');
        if (count < least) return std::nullopt;
        text_.remove_prefix(count);
        return value;
    }
    /// The position among the names, which are written in full or by their first letters: "Jan", "Jan." or "Sept".
    template <std::size_t Count>
    std::optional<std::int64_t> name(const std::array<std::string_view, Count>& names, bool full) {
        std::size_t letters = 0;
        while (letters < text_.size() && is_letter(text_[letters])) ++letters;
        for (std::size_t i = 0; i < Count && letters >= short_name; ++i) {
            const bool fits = full ? letters == names[i].size() : letters <= short_name + 1;
            if (!fits || !starts_with_word(names[i], text_.substr(0, letters))) continue;
            text_.remove_prefix(letters);
            if (!full && text_.starts_with('.')) text_.remove_prefix(1);
            return static_cast<std::int64_t>(i);
        }
        return std::nullopt;
    }
    bool word(std::string_view wanted) {
        if (!starts_with_word(text_, wanted)) return false;
        text_.remove_prefix(wanted.size());
        return true;
    }
    bool literal(std::string_view wanted) {
        if (!text_.starts_with(wanted)) return false;
        text_.remove_prefix(wanted.size());
        return true;
    }
    bool blanks() {
        const bool any = text_.starts_with(' ');
        while (text_.starts_with(' ')) text_.remove_prefix(1);
        return any;
    }
    std::string digits() {
        std::size_t count = 0;
        while (count < text_.size() && is_digit(text_[count])) ++count;
        std::string taken(text_.substr(0, count));
        text_.remove_prefix(count);
        return taken;
    }
    [[nodiscard]] bool at_end() const { return text_.empty(); }

private:
    std::string_view text_;
};

bool assign(std::int64_t& part, std::optional<std::int64_t> value, std::int64_t least, std::int64_t most) {
    if (!value || *value < least || *value > most) return false;
    part = *value;
    return true;
}

bool take_zone(Rest& rest, Moment& moment) {
    if (rest.word("UTC") || rest.word("GMT") || rest.word("Z")) return true;
    const bool west = rest.literal("-");
    if (!west && !rest.literal("+")) return false;
    std::int64_t hours = 0, minutes = 0;
    if (!assign(hours, rest.number(2, 2), 0, 23)) return false;
    const bool colon = rest.literal(":");
    const auto found = rest.number(colon ? 2 : 0, 2);
    if (found && !assign(minutes, found, 0, 59)) return false;
    moment.zone = (west ? -1 : 1) * (hours * 3600 + minutes * 60);
    return true;
}

bool take_half_of_day(Rest& rest, Moment& moment) {
    moment.afternoon = rest.word("PM") || rest.word("P.M.");
    return moment.afternoon || rest.word("AM") || rest.word("A.M.");
}

bool take_two_digit_year(Rest& rest, Moment& moment) {
    if (!assign(moment.year, rest.number(2, 2), 0, 99)) return false;
    moment.year += moment.year >= 69 ? 1900 : 2000;
    return true;
}

bool take_month_name(Rest& rest, Moment& moment, bool full) {
    const auto found = rest.name(months, full);
    if (found) moment.month = *found + 1;
    return found.has_value();
}

bool take(char letter, Rest& rest, Moment& moment) {
    switch (letter) {
        case 'Y': return assign(moment.year, rest.number(4, 4), 0, 9999);
        case 'y': return take_two_digit_year(rest, moment);
        case 'm': return assign(moment.month, rest.number(1, 2), 1, 12);
        case 'd': return assign(moment.day, rest.number(1, 2), 1, 31);
        case 'b':
        case 'B': return take_month_name(rest, moment, letter == 'B');
        case 'a':
        case 'A': return rest.name(weekdays, letter == 'A').has_value();
        case 'H': return assign(moment.hour, rest.number(1, 2), 0, 23);
        case 'I': moment.of_twelve = true; return assign(moment.hour, rest.number(1, 2), 1, 12);
        case 'M': return assign(moment.minute, rest.number(2, 2), 0, 59);
        case 'S': return assign(moment.second, rest.number(2, 2), 0, 59);
        case 'f': moment.fraction = rest.digits(); return !moment.fraction.empty();
        case 'p': return take_half_of_day(rest, moment);
        default: return take_zone(rest, moment);
    }
}

/// By way of the ISO form, which knows the calendar and rounds fractions once.
std::optional<double> value_of(const Moment& moment, bool has_time) {
    const std::string date = fmt::format("{:04}-{:02}-{:02}", moment.year, moment.month, moment.day);
    if (!has_time) return parse_date(date);
    std::int64_t hour = moment.hour;
    if (moment.of_twelve) hour = hour % 12 + (moment.afternoon ? 12 : 0);
    const std::int64_t minutes = std::abs(moment.zone) / 60;
    return parse_time(fmt::format("{} {:02}:{:02}:{:02}.{}{}{:02}:{:02}", date, hour, moment.minute, moment.second,
                                  moment.fraction.empty() ? "0" : moment.fraction, moment.zone < 0 ? "-" : "+", minutes / 60,
                                  minutes % 60));
}

/// Digits of an ISO text: 2020-03-15 12:30:00.
std::int64_t digits_at(const std::string& iso, std::size_t position, std::size_t count) {
    std::int64_t value = 0;
    for (std::size_t i = position; i < position + count; ++i) value = value * 10 + (iso[i] - '0');
    return value;
}

/// 0: Monday.
std::size_t weekday_of(double value, bool in_seconds) {
    const double days = std::floor(in_seconds ? value / day_seconds : value);
    return static_cast<std::size_t>((static_cast<std::int64_t>(days) + 3) % 7 + 7) % 7;  // 1970-01-01 was a Thursday
}

std::string written(char letter, const std::string& iso, std::size_t weekday) {
    const auto month = static_cast<std::size_t>(digits_at(iso, 5, 2) - 1);
    const std::int64_t hour = iso.size() > 10 ? digits_at(iso, 11, 2) : 0;
    switch (letter) {
        case 'Y': return iso.substr(0, 4);
        case 'y': return iso.substr(2, 2);
        case 'm': return iso.substr(5, 2);
        case 'd': return iso.substr(8, 2);
        case 'b': return std::string(months[month].substr(0, short_name));
        case 'B': return std::string(months[month]);
        case 'a': return std::string(weekdays[weekday].substr(0, short_name));
        case 'A': return std::string(weekdays[weekday]);
        case 'H': return iso.substr(11, 2);
        case 'I': return fmt::format("{}", hour % 12 == 0 ? 12 : hour % 12);
        case 'M': return iso.substr(14, 2);
        case 'S': return iso.substr(17, 2);
        case 'f': return iso.size() > 20 ? iso.substr(20) : "0";
        case 'p': return hour < 12 ? "AM" : "PM";
        default: return "Z";
    }
}

}  // namespace

std::optional<std::string> DateFormat::flaw_of(std::string_view pattern) {
    bool has_year = false, has_month = false, has_day = false, has_time = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') continue;
        if (++i == pattern.size()) return "it ends in a single %";
        const char letter = pattern[i];
        if (known_letters.find(letter) == std::string_view::npos) return fmt::format("%{} is not known", letter);
        has_year |= letter == 'Y' || letter == 'y';
        has_month |= letter == 'm' || letter == 'b' || letter == 'B';
        has_day |= letter == 'd';
        has_time |= letter == 'H' || letter == 'I';
    }
    if (has_day && !(has_year && has_month)) return "a day needs its month (%m) and year (%Y)";
    if (!has_year && !has_time) return "it has neither a year (%Y) nor an hour (%H)";
    return std::nullopt;
}

DateFormat::DateFormat(std::string pattern) : pattern_(std::move(pattern)) {
    for (std::size_t i = 0; i < pattern_.size(); ++i) {
        const bool is_token = pattern_[i] == '%' && i + 1 < pattern_.size() && pattern_[i + 1] != '%';
        if (is_token) {
            const char letter = pattern_[++i];
            tokens_.push_back({letter, {}});
            has_date_ |= letter == 'Y' || letter == 'y';
            has_time_ |= letter == 'H' || letter == 'I';
            continue;
        }
        if (pattern_[i] == '%') ++i;
        if (tokens_.empty() || tokens_.back().letter != 0 || pattern_[i] == ' ' || tokens_.back().literal == " ")
            tokens_.push_back({0, {}});
        tokens_.back().literal += pattern_[i];
    }
}

std::optional<double> DateFormat::parse(std::string_view text) const {
    Rest rest(text);
    Moment moment;
    for (const Token& token : tokens_) {
        const bool fits = token.letter != 0      ? take(token.letter, rest, moment)
                          : token.literal == " " ? rest.blanks()
                                                 : rest.literal(token.literal);
        if (!fits) return std::nullopt;
    }
    if (!rest.at_end()) return std::nullopt;
    return value_of(moment, has_time_);
}

std::string DateFormat::text(double value) const {
    const std::string iso = has_time_ ? time_text(value) : date_text(value);
    if (iso.size() < 10 || iso[4] != '-') return iso;
    const std::size_t weekday = weekday_of(value, has_time_);
    std::string result;
    for (const Token& token : tokens_) result += token.letter != 0 ? written(token.letter, iso, weekday) : token.literal;
    return result;
}

namespace {

std::vector<std::string> usual_dates() {
    std::vector<std::string> patterns;
    for (const char sign : {'/', '.', '-', ' '})
        for (const char* form : {"%Y{0}%m{0}%d", "%d{0}%m{0}%Y", "%m{0}%d{0}%Y", "%d{0}%m{0}%y", "%m{0}%d{0}%y"})
            patterns.push_back(fmt::format(fmt::runtime(form), sign));
    for (const char* month : {"%b", "%B"})
        for (const char* form : {"{} %d %Y", "{} %d, %Y", "%d {} %Y", "%d. {} %Y", "%d-{}-%Y", "%d/{}/%Y", "%d {}, %Y",
                                 "%Y-{}-%d", "%Y {} %d", "%d-{}-%y", "%d {} %y", "%a %d {} %Y", "%a, %d {} %Y", "%a {} %d %Y"})
            patterns.push_back(fmt::format(fmt::runtime(form), month));
    return patterns;
}

constexpr std::array<const char*, 8> usual_times = {"%H:%M",       "%H:%M:%S", "%H:%M:%S.%f", "%I:%M %p",
                                                    "%I:%M:%S %p", "%I:%M%p",  "%I:%M:%S%p",  "%H:%M:%S,%f"};

template <std::size_t Count>
bool begins_with_name(std::string_view text, const std::array<std::string_view, Count>& names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return starts_with_word(text, name.substr(0, short_name)); });
}

/// A number and a sign behind it, or the name of a month or weekday and a digit somewhere.
bool may_be_date(std::string_view text) {
    constexpr std::size_t shortest = 4, longest = 48;  // 9:30
    if (text.size() < shortest || text.size() > longest) return false;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits > 0)
        return digits <= 4 && digits < text.size() && std::string_view(" /.-:").find(text[digits]) != std::string_view::npos;
    return text.find_first_of("0123456789") != std::string_view::npos &&
           (begins_with_name(text, months) || begins_with_name(text, weekdays));
}

/// Every date, every date with a time behind it, every time.
std::vector<DateFormat> all_usual_formats() {
    std::vector<DateFormat> formats;
    for (const std::string& date : usual_dates()) {
        formats.emplace_back(date);
        for (const char* between : {" ", "T", ", "})
            for (const char* time : usual_times)
                for (const char* zone : {"", "%z", " %z"}) formats.emplace_back(date + between + time + zone);
    }
    for (const char* time : usual_times) formats.emplace_back(time);
    return formats;
}

}  // namespace

std::vector<DateFormat> usual_date_formats(std::string_view text) {
    std::vector<DateFormat> fitting;
    if (!may_be_date(text)) return fitting;
    static const std::vector<DateFormat> all = all_usual_formats();  // some thousand: most files need none
    for (const DateFormat& format : all)
        if (format.parse(text)) fitting.push_back(format);
    return fitting;
}

}  // namespace treewright
