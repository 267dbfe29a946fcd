#include "treewright/verification/replay/sql_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/data/by_schema.h"
#include "treewright/verification/replay/day_finder.h"

namespace treewright {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr double seconds_of_one_day = 86400.0;

/// From 0001-01-01 to 9999-12-31.
bool is_on_calendar(double day) { return -719162.0 <= day && day <= 2932896.0; }

/// The time that the database holds in place of this one; NaN: none.
double held_time(double seconds, double ticks_per_second) {
    if (!is_on_calendar(std::floor(seconds / seconds_of_one_day))) return no_value;
    const auto [second, ticks] = sql_moment(seconds, ticks_per_second);
    const int decimals = ticks_per_second == 1e3 ? 3 : 6;
    return parse_time(fmt::format("{}.{:0{}}", time_text(second), static_cast<int>(ticks), decimals)).value_or(no_value);
}

class SourceMaker {
public:
    SourceMaker(const Model& model, const SqlTable& table, const Table& rows) : features_(model.schema.features), table_(table), rows_(rows) {}

    /// May differ from the rows where a database cannot hold them.
    [[nodiscard]] Column column(const ColumnSchema& source) const {
        std::vector<const Column*> parts;
        for (std::size_t f = 0; f < features_.size(); ++f) {
            if (!table_.asked[f]) continue;
            if (features_[f].name == source.name) return itself(source, rows_.columns[f]);
            const auto& part_of = features_[f].reading.part_of;
            if (part_of && part_of->column == source.name) parts.push_back(&rows_.columns[f]);
        }
        return of_parts(source, parts);
    }

private:
    [[nodiscard]] Column itself(const ColumnSchema& source, const Column& column) const {
        Column result = column;
        result.schema = source;
        if (source.type != ColumnType::date && source.type != ColumnType::time) return result;
        for (double& value : result.values.own()) {
            if (is_missing(value)) continue;
            const double day = std::floor(value);
            value = source.type == ColumnType::time ? held_time(value, table_.ticks_per_second) : is_on_calendar(day) ? day : no_value;
        }
        return result;
    }

    [[nodiscard]] Column of_parts(const ColumnSchema& source, const std::vector<const Column*>& parts) const {
        const DayFinder finder(parts);
        Column result{source, {}, {}};
        for (std::size_t row = 0; row < rows_.rows; ++row) {
            const double day = finder.day(row).value_or(no_value);
            const double second = finder.second_of_day(row);
            result.values.own().push_back(source.type == ColumnType::date ? day : day * seconds_of_one_day + second);
        }
        return result;
    }

    const std::vector<ColumnSchema>& features_;
    const SqlTable& table_;
    const Table& rows_;
};

/// Reads the table back as the model reads one.
std::vector<bool> rows_that_are_the_same(const Model& model, const SqlTable& table, const Table& sources, const Table& rows) {
    const std::vector<Column> found = columns_by_schema(sources, model.schema.features, "the table", table.asked);
    std::vector<bool> same(rows.rows, true);
    for (std::size_t f = 0; f < found.size(); ++f) {
        if (!table.asked[f]) continue;
        const Column& wanted = rows.columns[f];
        for (std::size_t row = 0; row < rows.rows; ++row) {
            const bool is_same = wanted.has_values() ? found[f].values[row] == wanted.values[row] ||
                                                           (is_missing(found[f].values[row]) && is_missing(wanted.values[row]))
                                                     : found[f].codes[row] == wanted.codes[row];
            if (!is_same) same[row] = false;
        }
    }
    return same;
}

void keep_rows(Column& column, const std::vector<bool>& is_kept) {
    Column kept{column.schema, {}, {}};
    for (std::size_t row = 0; row < is_kept.size(); ++row) {
        if (!is_kept[row]) continue;
        if (column.has_values())
            kept.values.own().push_back(column.values[row]);
        else
            kept.codes.push_back(column.codes[row]);
    }
    column = std::move(kept);
}

}  // namespace

SqlMoment sql_moment(double seconds, double ticks_per_second) {
    const double second = std::floor(seconds);
    const double ticks = std::nearbyint((seconds - second) * ticks_per_second);
    return {second, std::min(ticks, ticks_per_second - 1.0)};
}

SqlRows sql_rows(const Model& model, const SqlTable& table, const Table& rows) {
    SqlRows result;
    const SourceMaker maker(model, table, rows);
    for (const SqlColumn& column : table.columns) result.table.columns.push_back(maker.column(column.schema));
    result.table.rows = rows.rows;
    result.is_held = rows_that_are_the_same(model, table, result.table, rows);
    for (Column& column : result.table.columns) keep_rows(column, result.is_held);
    result.table.rows = static_cast<std::size_t>(std::count(result.is_held.begin(), result.is_held.end(), true));
    return result;
}

Answers read_sql_answers(std::string_view lines, const Schema& schema, const SqlRows& rows) {
    std::string all;
    for (const bool is_held : rows.is_held) {
        const std::size_t end = is_held ? std::min(lines.find('\n'), lines.size() - (lines.empty() ? 0 : 1)) : 0;
        if (is_held && lines.empty()) break;
        all += is_held ? lines.substr(0, end + 1) : "skipped\n";
        if (is_held) lines.remove_prefix(end + 1);
    }
    return read_answers(all.append(lines), schema, rows.is_held.size());
}

}  // namespace treewright
