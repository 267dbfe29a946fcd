#include "treewright/io/cells/recast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "treewright/base/date_format.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/io/cells/cell_type.h"
#include "treewright/io/cells/column_rule.h"
#include "treewright/io/cells/number_cell.h"
#include "treewright/io/cells/written_number.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

Error error_at(const RowPlace& place, std::size_t row, const std::string& column, const std::string& what) {
    return input_error(fmt::format("{}, row {}, column '{}': {}", place.file, place.rows_before + row + 1, column, what));
}

std::string_view wanted_word(ColumnType type) {
    if (type == ColumnType::date) return "a date (YYYY-MM-DD)";
    return type == ColumnType::time ? "a time (YYYY-MM-DD hh:mm:ss)" : "a number";
}

Error misfit(const std::string& text, ColumnType type, const RowPlace& place, std::size_t row, const std::string& column) {
    const bool beyond = type == ColumnType::numeric && parse_number(text, false).fit == NumberFit::beyond_double;
    return error_at(
        place, row, column,
        beyond ? fmt::format("{} is beyond the largest double (about 1.8e308); fix the cell, or leave it empty", excerpt(text))
               : fmt::format("{} is not {}; fix the cell, or name the words that mean missing ({})", excerpt(text),
                             wanted_word(type), named("na")));
}

std::optional<double> parse_as(ColumnType type, const std::string& text, const ColumnReading& reading,
                               const std::optional<DateFormat>& dates) {
    if (text.empty()) return missing_value;
    if (type == ColumnType::numeric) {
        const NumberCell number = parse_written(text, reading);
        return number.fit == NumberFit::number ? std::optional(number.value) : std::nullopt;
    }
    if (dates)
        if (const auto moment = dates->parse(text)) return moment;
    const auto date = parse_date(text);
    if (type == ColumnType::date || !date) return type == ColumnType::date ? date : parse_time(text);
    return *date * seconds_per_day;
}

/// Every level once, then the rows by their codes.
std::vector<double> parsed_values(const Column& column, ColumnType type, const ColumnReading& reading, const RowPlace& place) {
    std::vector<std::optional<double>> by_level;
    std::optional<DateFormat> dates;
    if (!reading.date_format.empty()) dates.emplace(reading.date_format);
    for (const std::string& level : column.schema.levels) by_level.push_back(parse_as(type, level, reading, dates));
    std::vector<double> values;
    values.reserve(column.codes.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const auto code = position_of(column.codes[row]);
        if (column.codes[row] >= 0 && !by_level[code])
            throw misfit(column.schema.levels[code], type, place, row, column.schema.name);
        values.push_back(column.codes[row] < 0 ? missing_value : *by_level[code]);
    }
    return values;
}

/// Dates as times are their midnights; times as dates must be midnights, which is how many programs store dates.
std::optional<double> between_dates_and_times(double value, ColumnType from, ColumnType to) {
    if (from == ColumnType::date && to == ColumnType::time) return value * seconds_per_day;
    const double days = value / seconds_per_day;
    if (from == ColumnType::time && to == ColumnType::date && days == std::floor(days)) return days;
    return std::nullopt;
}

std::string shown_value(double value, ColumnType type) {
    return type == ColumnType::date ? date_text(value) : type == ColumnType::time ? time_text(value) : number_text(value);
}

std::vector<double> converted_values(const Column& column, ColumnType type, const RowPlace& place) {
    std::vector<double> values(column.values.begin(), column.values.end());
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (is_missing(values[row])) continue;
        const auto value = between_dates_and_times(values[row], column.schema.type, type);
        if (!value) throw misfit(shown_value(values[row], column.schema.type), type, place, row, column.schema.name);
        values[row] = *value;
    }
    return values;
}

}  // namespace

Column recast_values(Column column, ColumnType type, const ColumnReading& reading, const RowPlace& place) {
    if (column.schema.type == type) return column;
    if (column.has_values())
        column.values = converted_values(column, type, place);
    else
        column.values = parsed_values(column, type, reading, place);
    column.codes = {};
    column.schema = {column.schema.name, type, {}, reading};
    return column;
}

Column recast_ordered(Column column, const ColumnSchema& ordered, const RowPlace& place) {
    const LevelFinder known(ordered);
    std::vector<double> ranks;
    ranks.reserve(column.codes.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const bool missing = column.codes[row] < 0;
        const std::string level = missing ? "" : column.schema.level(column.codes[row]);
        const LevelCode rank = missing ? missing_code : known.find(level);
        if (rank < 0 && !level.empty()) throw error_at(place, row, column.schema.name, not_in_order(level, ordered.levels));
        ranks.push_back(rank < 0 ? missing_value : rank);
    }
    return {ordered, std::move(ranks), {}, column.position};
}

Column recast_known(Column column, const ColumnSchema& feature, UnseenLevels& unseen) {
    const LevelFinder known(feature);
    std::vector<LevelCode> by_level;
    for (const std::string& level : column.schema.levels) by_level.push_back(known.find(level));
    std::vector<std::size_t> rows(by_level.size());
    for (LevelCode& code : column.codes) {
        if (code < 0) continue;
        ++rows[position_of(code)];
        code = by_level[position_of(code)];
    }
    for (std::size_t level = 0; level < by_level.size(); ++level)
        if (by_level[level] == unseen_code) unseen.add(column.schema.levels[level], rows[level]);
    column.schema = feature;
    if (feature.type == ColumnType::categorical) return column;
    std::vector<double> ranks;
    for (const LevelCode code : column.codes) ranks.push_back(code < 0 ? missing_value : code);
    return {feature, std::move(ranks), {}, column.position};
}

}  // namespace treewright
