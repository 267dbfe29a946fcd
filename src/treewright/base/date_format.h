// A form of dates and times, in the letters of strptime: "%d.%m.%Y %H:%M". The same on every machine and in every locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

/// %Y year · %y its last two digits (69 to 99 are 19…) · %m month · %d day · %b, %B name of the month, short or full · %a, %A weekday ·
/// %H hour · %I hour of 12 · %M minute · %S second · %f fraction of a second · %p AM or PM · %z offset from UTC, or Z, UTC, GMT · %% percent.
/// Numbers may lack a leading zero but for %Y, %y, %M and %S. Names are English, in any case. A blank stands for any number of blanks.
class DateFormat {
public:
    /// What is wrong with a format; nothing if it can be used.
    [[nodiscard]] static std::optional<std::string> flaw_of(std::string_view pattern);

    /// `pattern` must have no flaw.
    explicit DateFormat(std::string pattern);

    [[nodiscard]] const std::string& pattern() const { return pattern_; }
    /// Whether it has a time of day: then values are seconds since 1970-01-01 00:00 UTC (without a date: since midnight), else days.
    [[nodiscard]] bool has_time() const { return has_time_; }
    [[nodiscard]] bool has_date() const { return has_date_; }

    [[nodiscard]] std::optional<double> parse(std::string_view text) const;
    /// The text of a value; a part of the smallest unit is dropped. Beyond the years 0000 to 9999 a plain number.
    [[nodiscard]] std::string text(double value) const;

private:
    struct Token {
        char letter = 0;  ///< 0: literal
        std::string literal;
    };

    std::string pattern_;
    std::vector<Token> tokens_;
    bool has_date_ = false;
    bool has_time_ = false;
};

/// The formats in which dates and times are usually written, and which fit the text.
[[nodiscard]] std::vector<DateFormat> usual_date_formats(std::string_view text);

}  // namespace treewright
