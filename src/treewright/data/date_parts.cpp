#include "treewright/data/date_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "treewright/base/date_format.h"
#include "treewright/base/error.h"
#include "treewright/base/positions.h"
#include "treewright/data/level_dictionary.h"

namespace treewright {

namespace {

constexpr std::array all_parts = {DatePart::year,    DatePart::quarter, DatePart::month, DatePart::day,
                                  DatePart::weekday, DatePart::hour,    DatePart::minute};
constexpr std::array<std::string_view, 7> weekdays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                      "Thursday", "Friday", "Saturday"};
constexpr double seconds_per_day = 86400.0;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
/// Days beyond this are no dates that a calendar knows.
constexpr double last_day = 1.0e7;

bool is_of_day(DatePart part) { return part == DatePart::hour || part == DatePart::minute; }

/// A moment in days, and the seconds of its day.
struct Moment {
    std::chrono::sys_days day;
    unsigned second = 0;
};

std::optional<Moment> moment_of(double value, ColumnType type) {
    const double day = std::floor(type == ColumnType::time ? value / seconds_per_day : value);
    if (is_missing(value) || !(std::fabs(day) < last_day)) return std::nullopt;
    const double second = type == ColumnType::time ? std::floor(value - day * seconds_per_day) : 0.0;
    return Moment{std::chrono::sys_days(std::chrono::days(static_cast<int>(day))), static_cast<unsigned>(second)};
}

/// A weekday is its number, from Sunday on.
double number_of(const Moment& moment, DatePart part) {
    const std::chrono::year_month_day date(moment.day);
    switch (part) {
        case DatePart::year: return static_cast<int>(date.year());
        case DatePart::quarter: return (static_cast<unsigned>(date.month()) + 2) / 3;
        case DatePart::month: return static_cast<unsigned>(date.month());
        case DatePart::day: return static_cast<unsigned>(date.day());
        case DatePart::weekday: return std::chrono::weekday(moment.day).c_encoding();
        case DatePart::hour: return moment.second / 3600;
        case DatePart::minute: return moment.second / 60 % 60;
    }
    return no_number;
}

std::vector<double> numbers_of(const Column& column, DatePart part) {
    std::vector<double> numbers;
    numbers.reserve(column.values.size());
    for (const double value : column.values) {
        const auto moment = moment_of(value, column.schema.type);
        numbers.push_back(moment ? number_of(*moment, part) : no_number);
    }
    return numbers;
}

bool holds_moments(const Column& column) {
    return column.schema.type == ColumnType::date || column.schema.type == ColumnType::time;
}

bool has_part(const ColumnSchema& column, DatePart part) {
    const bool is_time_of_day = !column.reading.date_format.empty() && !DateFormat(column.reading.date_format).has_date();
    return is_of_day(part) ? column.type == ColumnType::time : !is_time_of_day;
}

/// The levels of a weekday are those that occur.
Column new_part(const Column& column, DatePart part) {
    ColumnReading reading;
    reading.missing_words = column.schema.reading.missing_words;
    reading.date_format = column.schema.reading.date_format;
    reading.part_of = PartOf{column.schema.name, column.schema.type, part};
    const bool is_category = part == DatePart::weekday;
    ColumnSchema schema{fmt::format("{}.{}", column.schema.name, word_of(part)),
                        is_category ? ColumnType::categorical : ColumnType::numeric,
                        {},
                        std::move(reading)};
    std::vector<double> numbers = numbers_of(column, part);
    constexpr std::size_t not_in_file = std::numeric_limits<std::size_t>::max();
    if (!is_category) return {std::move(schema), std::move(numbers), {}, not_in_file};
    const LevelDictionary names(std::vector<std::string>(weekdays.begin(), weekdays.end()));
    std::vector<LevelCode> codes;
    for (const double number : numbers) codes.push_back(is_missing(number) ? missing_code : static_cast<LevelCode>(number));
    schema.levels = sort_levels(names, codes);
    return {std::move(schema), {}, std::move(codes), not_in_file};
}

/// In the order of `all_parts`.
std::vector<DatePart> parts_of(const Column& column, const std::vector<WantedPart>& wanted, const std::string& source) {
    std::vector<DatePart> parts;
    for (const DatePart part : all_parts) {
        const auto asks = [&](const std::string& name) {
            return std::any_of(wanted.begin(), wanted.end(),
                               [&](const WantedPart& wish) { return wish.part == part && wish.column == name; });
        };
        const bool is_named = asks(column.schema.name);
        const bool fits = holds_moments(column) && has_part(column.schema, part);
        if (is_named && !fits)
            throw input_error(fmt::format("{}: '{}' holds {}, so it has no {}", source, column.schema.name,
                                          !holds_moments(column) ? "neither dates nor times" : "no such part of a date",
                                          word_of(part)));
        if (fits && (is_named || asks({}))) parts.push_back(part);
    }
    return parts;
}

}  // namespace

std::string_view word_of(DatePart part) {
    switch (part) {
        case DatePart::year: return "year";
        case DatePart::quarter: return "quarter";
        case DatePart::month: return "month";
        case DatePart::day: return "day";
        case DatePart::weekday: return "weekday";
        case DatePart::hour: return "hour";
        case DatePart::minute: return "minute";
    }
    return {};
}

std::optional<DatePart> date_part_of(std::string_view word) {
    for (const DatePart part : all_parts)
        if (word_of(part) == word) return part;
    return std::nullopt;
}

std::string list_of_date_parts() {
    std::string list;
    for (const DatePart part : all_parts) list += fmt::format("{}{}", list.empty() ? "" : ", ", word_of(part));
    return list;
}

void add_date_parts(Table& table, const std::vector<WantedPart>& wanted, const std::string& source) {
    std::vector<Column> columns;
    for (const Column& column : table.columns) {
        columns.push_back(column);
        for (const DatePart part : parts_of(column, wanted, source)) {
            columns.push_back(new_part(column, part));
            const std::string& name = columns.back().schema.name;
            if (table.find(name))
                throw input_error(
                    fmt::format("{}: the table has a column '{}' already; rename it, or leave out this part of '{}'", source,
                                name, column.schema.name));
        }
    }
    table.columns = std::move(columns);
}

bool has_date_parts(const std::vector<ColumnSchema>& features) {
    return std::any_of(features.begin(), features.end(),
                       [](const ColumnSchema& feature) { return feature.reading.part_of.has_value(); });
}

SourceColumns source_columns(const std::vector<ColumnSchema>& features) {
    SourceColumns sources;
    std::unordered_map<std::string, const ColumnSchema*> whole;
    std::unordered_map<std::string, std::size_t> positions;
    for (const ColumnSchema& feature : features)
        if (!feature.reading.part_of) whole.emplace(feature.name, &feature);
    const auto source_of = [&](const ColumnSchema& feature) {
        if (!feature.reading.part_of) return feature;
        const PartOf& part_of = *feature.reading.part_of;
        if (const auto found = whole.find(part_of.column); found != whole.end()) return *found->second;
        ColumnReading reading = feature.reading;
        reading.part_of.reset();
        return ColumnSchema{part_of.column, part_of.type, {}, std::move(reading)};
    };
    for (const ColumnSchema& feature : features) {
        ColumnSchema source = source_of(feature);
        const auto [found, is_new] = positions.emplace(source.name, sources.columns.size());
        sources.of_feature.push_back(found->second);
        if (is_new) sources.columns.push_back(std::move(source));
    }
    return sources;
}

Column take_part(const Column& column, const ColumnSchema& wanted) {
    if (!holds_moments(column))
        throw input_error(
            fmt::format("'{}' must hold dates or times: '{}' is a part of them", column.schema.name, wanted.name));
    std::vector<double> numbers = numbers_of(column, wanted.reading.part_of->part);
    if (wanted.type != ColumnType::categorical) return {wanted, std::move(numbers), {}};
    Column part{wanted, {}, {}};
    part.codes.reserve(numbers.size());
    std::array<LevelCode, weekdays.size()> codes{};
    for (std::size_t day = 0; day < weekdays.size(); ++day) {
        const auto found = std::find(wanted.levels.begin(), wanted.levels.end(), weekdays[day]);
        codes[day] = found == wanted.levels.end() ? unseen_code : level_code(index_in(wanted.levels, found));
    }
    for (const double number : numbers)
        part.codes.push_back(is_missing(number) ? missing_code : codes[static_cast<std::size_t>(number)]);
    return part;
}

std::string_view weekday_text(const Column& dates, std::size_t row) {
    const auto moment = moment_of(dates.values[row], dates.schema.type);
    return moment ? weekdays[std::chrono::weekday(moment->day).c_encoding()] : std::string_view();
}

}  // namespace treewright
