#include "treewright/base/number_text.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treewright {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

TEST(NumberText, is_short) {
    EXPECT_EQ(number_text(77.5), "77.5");
    EXPECT_EQ(number_text(14), "14");
    EXPECT_EQ(number_text(100000), "100000");
    EXPECT_EQ(number_text(999999999999999), "999999999999999");
    EXPECT_EQ(number_text(1e15), "1e+15");
    EXPECT_EQ(number_text(1e30), "1e+30");
    EXPECT_EQ(number_text(-0.1), "-0.1");
    EXPECT_EQ(number_text(0.0), "0");
    EXPECT_EQ(number_text(5e-324), "5e-324");
    EXPECT_EQ(number_text(inf), "inf");
    EXPECT_EQ(number_text(-inf), "-inf");
    EXPECT_EQ(number_text(std::nan("")), "nan");
}

RC_GTEST_PROP(NumberText, reads_back_as_the_same_bits, (std::uint64_t bits)) {
    const auto value = std::bit_cast<double>(bits);
    RC_PRE(std::isfinite(value));
    RC_ASSERT(std::bit_cast<std::uint64_t>(std::strtod(number_text(value).c_str(), nullptr)) == bits);
}

TEST(FixedText, rounds) {
    EXPECT_EQ(fixed_text(0.9402859586706311, 3), "0.940");
    EXPECT_EQ(fixed_text(14, 0), "14");
    EXPECT_EQ(fixed_text(-0.0001, 2), "0.00");
    EXPECT_EQ(fixed_text(-0.0, 0), "0");
    EXPECT_EQ(fixed_text(-1.5, 1), "-1.5");
    EXPECT_EQ(fixed_text(inf, 2), "inf");
    EXPECT_EQ(fixed_text(1e308, 60).size(), 309U + 61U);
}

TEST(DateText, knows_the_calendar) {
    EXPECT_EQ(date_text(0), "1970-01-01");
    EXPECT_EQ(date_text(18336), "2020-03-15");
    EXPECT_EQ(date_text(18336.5), "2020-03-15");
    EXPECT_EQ(date_text(-0.5), "1969-12-31");
    EXPECT_EQ(date_text(11016), "2000-02-29");
    EXPECT_EQ(date_text(-719528), "0000-01-01");
    EXPECT_EQ(date_text(2932896), "9999-12-31");
    EXPECT_EQ(date_text(2932897), "2932897");
    EXPECT_EQ(date_text(-719529), "-719529");
    EXPECT_EQ(date_text(inf), "inf");
}

TEST(ParseDate, takes_calendar_dates_only) {
    EXPECT_EQ(parse_date("1970-01-01"), 0.0);
    EXPECT_EQ(parse_date("2020-03-15"), 18336.0);
    EXPECT_EQ(parse_date("2000-02-29"), 11016.0);
    EXPECT_TRUE(parse_date("2024-02-29"));
    for (const char* wrong : {"", "2020", "2020-3-15", "2020-13-01", "2020-00-10", "2020-01-00", "2020-01-32", "2021-02-29",
                              "1900-02-29", "2020-04-31", "2020-03-15 ", " 2020-03-15", "2020/03/15", "20200315", "02020-03-15",
                              "2020-03-15T", "abcd-ef-gh", "-020-03-15"})
        EXPECT_FALSE(parse_date(wrong)) << wrong;
}

TEST(ParseDate, every_day_of_ten_thousand_years) {
    for (int day = -719528; day <= 2932896; ++day) {
        const auto parsed = parse_date(date_text(day));
        ASSERT_TRUE(parsed) << day;
        ASSERT_EQ(*parsed, day);
    }
}

TEST(TimeText, shows_a_fraction_only_if_there_is_one) {
    EXPECT_EQ(time_text(1584275400), "2020-03-15 12:30:00");
    EXPECT_EQ(time_text(1584275400.5), "2020-03-15 12:30:00.5");
    EXPECT_EQ(time_text(0), "1970-01-01 00:00:00");
    EXPECT_EQ(time_text(-1), "1969-12-31 23:59:59");
    EXPECT_EQ(time_text(-0.25), "1969-12-31 23:59:59.75");
    EXPECT_EQ(time_text(1e-300), "1970-01-01 00:00:00");
    EXPECT_EQ(time_text(1e300), "1e+300");
    EXPECT_EQ(time_text(253402300800), "253402300800");
}

TEST(ParseTime, takes_the_iso_forms) {
    const double noon = 1584275400;
    for (const char* text :
         {"2020-03-15 12:30", "2020-03-15T12:30", "2020-03-15T12:30:00", "2020-03-15 12:30:00.000", "2020-03-15T12:30:00Z",
          "2020-03-15T12:30Z", "2020-03-15T14:30:00+02:00", "2020-03-15T14:30+0200", "2020-03-15T07:00:00-0530"})
        EXPECT_EQ(parse_time(text), noon) << text;
    EXPECT_EQ(parse_time("2020-03-15T12:30:00.25"), noon + 0.25);
    EXPECT_EQ(parse_time("1969-12-31 23:59:59.75"), -0.25);
    EXPECT_EQ(parse_time("1970-01-01 00:00:00.1"), 0.1);
    EXPECT_FALSE(std::signbit(*parse_time("1970-01-01 00:00")));
}

TEST(ParseTime, refuses_the_rest) {
    for (const char* wrong :
         {"", "2020-03-15", "2020-03-15T", "2020-03-15 12", "2020-03-15 1230", "2020-03-15 12:60", "2020-03-15 24:00",
          "2020-03-15 12:30:60", "2020-03-15 12:30:00.", "2020-03-15 12:30:", "2020-03-15  12:30", "2020-03-15t12:30",
          "2020-03-15 12:30 Z", "2020-03-15 12:30+2", "2020-03-15 12:30+24:00", "2020-03-15 12:30+02:60", "2020-03-15 12:30ZZ",
          "2021-02-29 12:30", "2020-03-15 12:30:00.5x"})
        EXPECT_FALSE(parse_time(wrong)) << wrong;
}

RC_GTEST_PROP(ParseTime, reads_what_time_text_writes, ()) {
    const auto whole = *rc::gen::inRange<std::int64_t>(-62167219200, 253402300800);
    const auto thousandths = *rc::gen::inRange(0, 1000);
    const double seconds = static_cast<double>(whole) + thousandths / 1000.0;
    const auto parsed = parse_time(time_text(seconds));
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(*parsed == seconds);
}

}  // namespace
}  // namespace treewright
