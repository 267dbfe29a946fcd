#include "treewright/verification/replay/day_finder.h"

#include <chrono>
#include <cmath>
#include <set>

#include "treewright/data/date_parts.h"

namespace treewright {

namespace {

constexpr std::size_t most_years = 400;

double cell_of(const Column& column, std::size_t row) {
    return column.has_values() ? column.values[row] : static_cast<double>(column.codes[row]);
}

std::set<int> years_in(const Column& column) {
    std::set<int> years;
    for (const double value : column.values)
        if (value >= 1.0 && value <= 9999.0 && value == std::floor(value) && years.size() < most_years)
            years.insert(static_cast<int>(value));
    return years;
}

double first_day_of(int year) {
    using namespace std::chrono;
    return static_cast<double>(sys_days(std::chrono::year(year) / January / 1).time_since_epoch().count());
}

}  // namespace

DayFinder::DayFinder(const std::vector<const Column*>& parts) {
    const Column* years = nullptr;
    for (const Column* column : parts) {
        const DatePart part = column->schema.reading.part_of->part;
        if (part == DatePart::hour)
            hours_ = column;
        else if (part == DatePart::minute)
            minutes_ = column;
        else
            of_day_.push_back(column);
        if (part == DatePart::year) years = column;
    }
    constexpr int first = 1972;  // in 28 years each day of the year is each day of the week
    if (years == nullptr) {
        note_days(first, first + 27);
    } else {
        for (const int year : years_in(*years)) note_days(year, year);
    }
}

void DayFinder::note_days(int first_year, int last_year) {
    Column days{{"day", ColumnType::date, {}}, {}, {}};
    for (double day = first_day_of(first_year); day < first_day_of(last_year + 1); ++day) days.values.own().push_back(day);
    std::vector<Column> parts;
    for (const Column* column : of_day_) parts.push_back(take_part(days, column->schema));
    for (std::size_t i = 0; i < days.values.size(); ++i) {
        std::vector<double> key;
        for (const Column& part : parts) key.push_back(cell_of(part, i));
        days_.emplace(std::move(key), days.values[i]);
    }
}

std::optional<double> DayFinder::day(std::size_t row) const {
    std::vector<double> key;
    for (const Column* column : of_day_) {
        if (column->missing_at(row)) return std::nullopt;
        key.push_back(cell_of(*column, row));
    }
    const bool lacks_time = (hours_ != nullptr && hours_->missing_at(row)) || (minutes_ != nullptr && minutes_->missing_at(row));
    const auto found = days_.find(key);
    return lacks_time || found == days_.end() ? std::nullopt : std::optional(found->second);
}

double DayFinder::second_of_day(std::size_t row) const {
    const double hour = hours_ == nullptr ? 0.0 : hours_->values[row];
    const double minute = minutes_ == nullptr ? 0.0 : minutes_->values[row];
    return std::floor(hour) * 3600.0 + std::floor(minute) * 60.0;
}

}  // namespace treewright
