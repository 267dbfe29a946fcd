// Numbers, dates and times as text and back, the same on every machine and in every locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace treewright {

/// The shortest text that reads back as the same double: 77.5, 14, 1e+30. Integers below 1e15 have no exponent; otherwise the
/// shorter of the plain and the scientific form is used. Infinities and NaN are "inf", "-inf" and "nan".
std::string number_text(double value);
/// With a fixed number of decimals, rounded to nearest; never "-0.00".
std::string fixed_text(double value, int decimals);
/// A number for people: up to 8 significant digits, so that 0.30000000000000004 is 0.3.
std::string readable_number(double value);

/// "1 row", "2 rows".
std::string counted(std::size_t count, std::string_view noun);

/// The day, as 2020-03-15, of a number of days since 1970-01-01 (proleptic Gregorian); a part of a day is dropped. Days outside
/// the years 0000 to 9999 are written as plain numbers.
std::string date_text(double days);
/// As 2020-03-15 12:30:00, in UTC, with a fraction (at most nine digits) only if there is one. Out of range: as in `date_text`.
std::string time_text(double seconds);

/// Days since 1970-01-01 of a strict YYYY-MM-DD that is on the calendar.
std::optional<double> parse_date(std::string_view text);
/// Seconds since 1970-01-01 00:00 UTC of YYYY-MM-DD[T ]hh:mm[:ss[.fff]][Z|±hh[:]mm]; no zone means UTC. No leap seconds.
std::optional<double> parse_time(std::string_view text);

}  // namespace treewright
