#include "treewright/base/date_format.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "treewright/base/number_text.h"

namespace treewright {
namespace {

TEST(DateFormat, what_is_printed_is_read_back) {
    const std::vector<std::string> patterns = {"%d.%m.%Y",    "%m/%d/%Y",       "%Y-%b-%d",          "%A, %d %B %Y",
                                               "%a %d %b %Y", "%d.%m.%Y %H:%M", "%Y/%m/%d %I:%M %p", "%d %b %Y T%H:%M:%S.%f%z"};
    for (const std::string& pattern : patterns) {
        ASSERT_FALSE(DateFormat::flaw_of(pattern)) << pattern;
        const DateFormat format(pattern);
        for (int day = -40000; day < 40000; day += 997) {
            const double value = format.has_time() ? day * 86400.0 + 7.0 * 3600 + 1800 : day;
            EXPECT_EQ(format.parse(format.text(value)), value) << pattern << ": " << format.text(value);
        }
    }
}

TEST(DateFormat, weekdays_are_those_of_the_calendar) {
    const DateFormat format("%A %Y-%m-%d");
    EXPECT_EQ(format.text(0.0), "Thursday 1970-01-01");
    EXPECT_EQ(format.text(-1.0), "Wednesday 1969-12-31");
    EXPECT_EQ(format.text(*parse_date("2000-02-29")), "Tuesday 2000-02-29");
    EXPECT_EQ(DateFormat("%a %Y-%m-%d %H").text(-1.0), "Wed 1969-12-31 23") << "seconds";
}

TEST(DateFormat, flaws) {
    EXPECT_EQ(DateFormat::flaw_of("%d.%m"), "a day needs its month (%m) and year (%Y)");
    EXPECT_EQ(DateFormat::flaw_of("%Q"), "%Q is not known");
    EXPECT_EQ(DateFormat::flaw_of("%Y%"), "it ends in a single %");
    EXPECT_EQ(DateFormat::flaw_of("day"), "it has neither a year (%Y) nor an hour (%H)");
}

TEST(DateFormat, only_what_may_be_a_date_is_looked_at) {
    EXPECT_TRUE(usual_date_formats("10th").empty());
    EXPECT_TRUE(usual_date_formats("Private").empty());
    EXPECT_TRUE(usual_date_formats("March").empty());
    EXPECT_FALSE(usual_date_formats("Mar 1, 2020").empty());
    EXPECT_FALSE(usual_date_formats("Sun, 1 Mar 2020 10:30:00 +0200").empty());
}

}  // namespace
}  // namespace treewright
