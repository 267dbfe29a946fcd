#include "treewright/verification/replay/day_finder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "treewright/data/date_parts.h"
#include "treewright/verification/replay/sql_rows.h"

namespace treewright {
namespace {

Column part_of_day(DatePart part, std::vector<double> values) {
    ColumnReading reading;
    reading.part_of = PartOf{"day", ColumnType::time, part};
    return {{"day." + std::string(word_of(part)), ColumnType::numeric, {}, reading}, std::move(values), {}};
}

Column weekday_of_day(std::vector<LevelCode> codes) {
    ColumnReading reading;
    reading.part_of = PartOf{"day", ColumnType::time, DatePart::weekday};
    return {{"day.weekday", ColumnType::categorical, {"Friday", "Monday"}, reading}, {}, std::move(codes)};
}

TEST(DayFinder, a_day_has_all_the_parts_at_once) {
    const Column months = part_of_day(DatePart::month, {2.0, 2.0, 2.0, 7.0, std::nan("")});
    const Column days = part_of_day(DatePart::day, {29.0, 30.0, 28.5, 13.0, 1.0});
    const Column weekdays = weekday_of_day({1, 1, 1, 0, 0});
    const DayFinder finder({&months, &days, &weekdays});
    ASSERT_TRUE(finder.day(0));
    const Column found{{"day", ColumnType::date, {}}, {*finder.day(0)}, {}};
    EXPECT_EQ(take_part(found, months.schema).values[0], 2.0);
    EXPECT_EQ(take_part(found, days.schema).values[0], 29.0);
    EXPECT_EQ(take_part(found, weekdays.schema).codes[0], 1);
    EXPECT_FALSE(finder.day(1));  // the 30th of February
    EXPECT_FALSE(finder.day(2));
    ASSERT_TRUE(finder.day(3));
    EXPECT_EQ(weekday_text({{"day", ColumnType::date, {}}, {*finder.day(3)}, {}}, 0), "Friday");
    EXPECT_FALSE(finder.day(4));
}

TEST(DayFinder, years_are_those_of_the_rows_and_hours_those_of_any_day) {
    const Column years = part_of_day(DatePart::year, {1.0, 9999.0, 0.0, 2024.0});
    const Column hours = part_of_day(DatePart::hour, {0.0, 23.0, 5.0, std::nan("")});
    const Column minutes = part_of_day(DatePart::minute, {0.0, 59.0, 5.0, 1.0});
    const DayFinder finder({&years, &hours, &minutes});
    EXPECT_EQ(finder.day(0), -719162.0);
    EXPECT_EQ(finder.day(1), 2932532.0);  // 9999-01-01
    EXPECT_EQ(finder.second_of_day(1), 86340.0);
    EXPECT_FALSE(finder.day(2));
    EXPECT_FALSE(finder.day(3));
}

TEST(SqlMoment, is_exact_where_doubles_are_further_apart_than_microseconds) {
    constexpr double ticks = 1e6;
    EXPECT_EQ(sql_moment(0.25, ticks).ticks, 250000.0);
    EXPECT_EQ(sql_moment(-0.25, ticks).second, -1.0);
    EXPECT_EQ(sql_moment(-0.25, ticks).ticks, 750000.0);
    const double late = std::nextafter(2.5e11, 3e11);  // in the year 9892, 31 microseconds behind a full second
    EXPECT_EQ(sql_moment(late, ticks).second, 2.5e11);
    EXPECT_EQ(sql_moment(late, ticks).ticks, 31.0);
}

}  // namespace
}  // namespace treewright
