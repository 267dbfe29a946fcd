#include "treewright/data/date_parts.h"

#include <gtest/gtest.h>

#include <ctime>

#include "data/tables.h"
#include "treewright/base/error.h"
#include "treewright/data/by_schema.h"

namespace treewright {
namespace {

Column moments(const std::string& name, ColumnType type, std::vector<double> values) {
    return {{name, type, {}}, std::move(values), {}};
}

std::vector<std::string> names_in(const Table& table) {
    std::vector<std::string> names;
    for (const Column& column : table.columns) names.push_back(column.schema.name);
    return names;
}

constexpr double seconds_of_day = 86400.0;

TEST(DateParts, stand_behind_their_column) {
    Table table{1, {numbers("x", {1}), moments("d", ColumnType::date, {0}), moments("t", ColumnType::time, {0})}, {}};
    add_date_parts(table, {{DatePart::hour, ""}, {DatePart::year, ""}, {DatePart::day, "d"}}, "table");
    EXPECT_EQ(names_in(table), (std::vector<std::string>{"x", "d", "d.year", "d.day", "t", "t.year", "t.hour"}));
    EXPECT_EQ(table.columns[2].values[0], 1970.0);
}

/// The C library knows the calendar, too.
TEST(DateParts, equal_those_of_the_c_library) {
    const std::vector<DatePart> parts = {DatePart::year, DatePart::quarter, DatePart::month,
                                         DatePart::day,  DatePart::hour,    DatePart::minute};
    std::vector<double> seconds;
    for (std::int64_t i = -2000; i < 2000; ++i) seconds.push_back(static_cast<double>(i * 7'777'777 + i));
    Table table{seconds.size(), {moments("t", ColumnType::time, seconds)}, {}};
    std::vector<WantedPart> wanted = {{DatePart::weekday, ""}};
    for (const DatePart part : parts) wanted.push_back({part, ""});
    add_date_parts(table, wanted, "table");
    const auto column = [&](std::string_view name) -> const Column& { return table.columns[table.find(name).value()]; };
    for (std::size_t row = 0; row < seconds.size(); ++row) {
        const auto time = static_cast<std::time_t>(seconds[row]);
        std::tm civil{};
        gmtime_r(&time, &civil);
        ASSERT_EQ(column("t.year").values[row], civil.tm_year + 1900);
        ASSERT_EQ(column("t.quarter").values[row], civil.tm_mon / 3 + 1);
        ASSERT_EQ(column("t.month").values[row], civil.tm_mon + 1);
        ASSERT_EQ(column("t.day").values[row], civil.tm_mday);
        ASSERT_EQ(column("t.hour").values[row], civil.tm_hour);
        ASSERT_EQ(column("t.minute").values[row], civil.tm_min);
        char name[16];
        std::strftime(name, sizeof name, "%A", &civil);
        ASSERT_EQ(column("t.weekday").schema.level(column("t.weekday").codes[row]), name);
    }
}

TEST(DateParts, a_fraction_of_a_second_and_values_beyond_the_calendar) {
    Table table{5, {moments("t", ColumnType::time, {-0.5, missing_number, 1e300, seconds_of_day - 0.25, -1e300})}, {}};
    add_date_parts(table, {{DatePart::year, ""}, {DatePart::minute, ""}, {DatePart::weekday, ""}}, "table");
    EXPECT_EQ(table.columns[1].values[0], 1969.0);
    for (const std::size_t row : {1U, 2U, 4U}) {
        EXPECT_TRUE(is_missing(table.columns[1].values[row]));
        EXPECT_TRUE(is_missing(table.columns[2].codes[row]));
        EXPECT_TRUE(is_missing(table.columns[3].values[row]));
    }
    EXPECT_EQ(table.columns[3].values[3], 59.0);
    EXPECT_EQ(table.columns[2].schema.levels, (std::vector<std::string>{"Thursday", "Wednesday"}));
}

TEST(DateParts, a_time_of_day_has_no_year) {
    Column time = moments("t", ColumnType::time, {3600});
    time.schema.reading.date_format = "%H:%M";
    Table table{1, {time}, {}};
    add_date_parts(table, {{DatePart::year, ""}, {DatePart::hour, ""}}, "table");
    EXPECT_EQ(names_in(table), (std::vector<std::string>{"t", "t.hour"}));
}

TEST(DateParts, what_cannot_be) {
    const auto error_of = [](Table table, const std::vector<WantedPart>& wanted) -> std::string {
        try {
            add_date_parts(table, wanted, "a.csv");
        } catch (const Error& error) {
            return error.what();
        }
        return "none";
    };
    const Column date = moments("d", ColumnType::date, {1});
    EXPECT_EQ(error_of({1, {numbers("x", {1})}, {}}, {{DatePart::year, "x"}}),
              "a.csv: 'x' holds neither dates nor times, so it has no year");
    EXPECT_EQ(error_of({1, {date}, {}}, {{DatePart::hour, "d"}}), "a.csv: 'd' holds no such part of a date, so it has no hour");
    EXPECT_EQ(error_of({1, {date, numbers("d.year", {1})}, {}}, {{DatePart::year, ""}}),
              "a.csv: the table has a column 'd.year' already; rename it, or leave out this part of 'd'");
    EXPECT_EQ(error_of({1, {numbers("x", {1})}, {}}, {{DatePart::year, ""}}), "none");
}

TEST(DateParts, a_table_needs_the_date_only) {
    Table table{3, {moments("d", ColumnType::date, {2, 3, 4})}, {}};
    add_date_parts(table, {{DatePart::weekday, ""}, {DatePart::day, ""}}, "table");
    const std::vector<ColumnSchema> features = {table.columns[2].schema, table.columns[1].schema};
    const SourceColumns sources = source_columns(features);
    ASSERT_EQ(sources.columns.size(), 1U);
    EXPECT_EQ(sources.columns[0].name, "d");
    EXPECT_EQ(sources.columns[0].type, ColumnType::date);
    EXPECT_EQ(sources.of_feature, (std::vector<std::size_t>{0, 0}));
    const Table fresh{2, {moments("d", ColumnType::date, {3, 7})}, {}};
    const std::vector<Column> columns = columns_by_schema(fresh, features, "table");
    // 1970-01-04 was a Sunday; the 8th, a Thursday, is a weekday that the model has not seen.
    EXPECT_EQ(columns[0].schema.name, "d.weekday");
    EXPECT_EQ(columns[0].schema.level(columns[0].codes[0]), "Sunday");
    EXPECT_EQ(columns[0].codes[1], unseen_code);
    EXPECT_EQ(columns[1].values[0], 4.0);
    EXPECT_THROW((void)columns_by_schema({1, {numbers("d", {1})}, {}}, features, "table"), Error);
    EXPECT_THROW((void)columns_by_schema({1, {numbers("x", {1})}, {}}, features, "table"), Error);
}

}  // namespace
}  // namespace treewright
