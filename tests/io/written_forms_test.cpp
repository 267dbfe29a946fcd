// Numbers and dates as people write them: the form of a column is decided by all of its cells, then by the file.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/io_testing.h"
#include "treewright/data/written_value.h"
#include "treewright/io/cells/written_number.h"
#include "treewright/io/read_table.h"

namespace treewright {
namespace {

using testing::outcome_of;
using testing::TemporaryFile;

struct FormCase {
    std::string what;
    std::string file;
    std::string result;
    ReadOptions options = {};
};

std::string form_result(const FormCase& one) {
    const TemporaryFile file(one.file);
    return outcome_of(file.path(), one.options).result;
}

void expect_forms(const std::vector<FormCase>& cases) {
    for (const FormCase& one : cases) EXPECT_EQ(form_result(one), one.result) << one.what;
}

ReadOptions insist_on_numbers(const std::string& name) {
    ReadOptions options;
    options.numeric = {name};
    return options;
}

ReadOptions insist_on_dates(const std::string& text) {
    ReadOptions options;
    options.dates = {text};
    return options;
}

ReadOptions by_sign(DecimalSign sign) {
    ReadOptions options;
    options.decimal = sign;
    return options;
}

TEST(WrittenForms, numbers) {
    expect_forms({
        {"English money", "a\n\"$1,234.50\"\n$7\n-$3.25\n$-3\n", "a number: 1234.5 7 -3.25 -3\n"},
        {"German money", "a;b\n1.234,50 €;1\n7,00 €;2\n", "a number: 1234.5 7\nb number: 1 2\n"},
        {"German money between semicolons, not commas", "Preis;y\n1.234,50 €;no\n7,00 €;yes\n",
         "Preis number: 1234.5 7\ny {no|yes}: 'no' 'yes'\n"},
        {"Swiss", "a;b\n1'234.50;1\n1'000'000;2\n", "a number: 1234.5 1000000\nb number: 1 2\n"},
        {"French, with no-break blanks",
         "a;b\n1\xC2\xA0"
         "234,5;1\n7;2\n",
         "a number: 1234.5 7\nb number: 1 2\n"},
        {"percent", "a\n8.7 %\n9%\n", "a number: 8.7 9\n"},
        {"a unit that all cells share", "a\n5 kg\n7.5 kg\n", "a number: 5 7.5\n"},
        {"an attached unit needs three values", "a\n5A\n6A\n", "a {5A|6A}: '5A' '6A'\n"},
        {"three values", "a\n5kg\n6kg\n7kg\n", "a number: 5 6 7\n"},
        {"different units", "a\n5 kg\n7 lb\n", "a {5 kg|7 lb}: '5 kg' '7 lb'\n"},
        {"a unit of two words", "a\n5 and more\n7 and more\n", "a {5 and more|7 and more}: '5 and more' '7 and more'\n"},
        {"trailing minus", "a\n12.5-\n3\n", "a number: -12.5 3\n"},
        {"money in parentheses", "a\n\"$1,234.50\"\n($3.25)\n$(4)\n$7\n", "a number: 1234.5 -3.25 -4 7\n"},
        {"thousands in parentheses", "a\n\"1,234\"\n(250)\n", "a number: 1234 -250\n"},
        {"parentheses only", "a\n(1)\n(2)\n", "a {(1)|(2)}: '(1)' '(2)'\n"},
        {"parentheses next to plain numbers", "a\n1\n(2)\n", "a {(2)|1}: '1' '(2)'\n"},
        {"a minus in parentheses", "a\n$1\n($-2)\n", "a {$1|($-2)}: '$1' '($-2)'\n"},
        {"names in parentheses", "(1),b\nx,1\ny,2\n", "(1) {x|y}: 'x' 'y'\nb number: 1 2\n"},
        {"ranges", "a\n5-10\n10-20\n", "a {10-20|5-10}: '5-10' '10-20'\n"},
        {"wrong groups", "a\n\"1,23\"\n\"1,234,5\"\n", "a {1,23|1,234,5}: '1,23' '1,234,5'\n"},
        {"missing cells", "a\n$5\nNA\n$6\n", "a number: 5 - 6\n"},
        {"letters before digits are no currency", "a\nA5\nA6\n", "a {A5|A6}: 'A5' 'A6'\n"},
    });
}

TEST(WrittenForms, what_1_234_is) {
    expect_forms({
        {"semicolons: a decimal comma", "x;y\n3,531;hi\n1,120;lo\n", "x number: 3.531 1.12\ny {hi|lo}: 'hi' 'lo'\n"},
        {"quoted between commas: thousands", "x,y\n\"3,531\",hi\n\"1,120\",lo\n",
         "x number: 3531 1120\ny {hi|lo}: 'hi' 'lo'\n"},
        {"next to 999: thousands", "x;y\n3,531;hi\n999;lo\n", "x number: 3531 999\ny {hi|lo}: 'hi' 'lo'\n"},
        {"next to 12345: decimal", "x;y\n3,531;hi\n12345;lo\n", "x number: 3.531 12345\ny {hi|lo}: 'hi' 'lo'\n"},
        {"another column has decimal commas", "x|y\n3,531|2,5\n1,120|3\n", "x number: 3.531 1.12\ny number: 2.5 3\n"},
        {"another column has decimal points", "x;y\n3,531;2.5\n1,120;3\n", "x number: 3531 1120\ny number: 2.5 3\n"},
        {"another column groups thousands", "x;y\n3,531;1,234,567\n1,120;3\n", "x number: 3531 1120\ny number: 1234567 3\n"},
        {"points in a file of decimal commas", "x;y\n3.531;2,5\n1.120;3\n", "x number: 3531 1120\ny number: 2.5 3\n"},
        {"the user says comma", "x,y\n\"3,531\",1\n\"1,120\",2\n", "x number: 3.531 1.12\ny number: 1 2\n",
         by_sign(DecimalSign::comma)},
        {"the user says point", "x;y\n3,531;1\n1,120;2\n", "x number: 3531 1120\ny number: 1 2\n", by_sign(DecimalSign::point)},
        {"points in groups", "x;y\n1.234;1\n2.000.000;2\n7;3\n", "x number: 1234 2000000 7\ny number: 1 2 3\n"},
        {"both", "x;y\n3,531;1\n1.120;2\n", "x {1.120|3,531}: '3,531' '1.120'\ny number: 1 2\n"},
    });
}

TEST(WrittenForms, insisting_on_numbers_names_the_first_cell_that_fails) {
    expect_forms({
        {"a word", "a\n$5\nfive\n$6\n",
         "error: FILE, line 3, column 'a': \"five\" is not a number; fix the cell, or name the words that mean missing (na)",
         insist_on_numbers("a")},
        {"another unit", "a\n5 kg\n6 kg\n7 lb\n",
         "error: FILE, line 4, column 'a': \"7 lb\" is not a number; fix the cell, or name the words that mean missing (na)",
         insist_on_numbers("a")},
        {"dates", "a\n2020-01-01\n",
         "error: FILE, line 2, column 'a': \"2020-01-01\" is not a number; fix the cell, or name the words that mean missing "
         "(na)",
         insist_on_numbers("a")},
        {"codes are numbers if one insists", "a\n01313\n10115\n", "a number: 1313 10115\n", insist_on_numbers("a")},
        {"money", "a\n\"$1,234.50\"\n$7\n", "a number: 1234.5 7\n", insist_on_numbers("a")},
    });
}

TEST(WrittenForms, codes_with_leading_zeros_are_categories) {
    expect_forms({
        {"postcodes", "plz\n01313\n10115\n", "plz {01313|10115}: '01313' '10115'\n"},
        {"different widths", "a\n007\n12\n", "a number: 7 12\n"},
        {"decimals", "a\n0.5\n0.7\n", "a number: 0.5 0.7\n"},
        {"zero and one", "a\n0\n1\n", "a number: 0 1\n"},
        {"with missing cells", "plz\n01313\n?\n10115\n", "plz {01313|10115}: '01313' - '10115'\n"},
    });
}

TEST(WrittenForms, dates_and_times) {
    expect_forms({
        {"slashes, year first", "d\n2012/01/01\n2012/1/15\n", "d date: 2012-01-01 2012-01-15\n"},
        {"points", "d;y\n24.08.1990;1\n01.02.2000;2\n", "d date: 1990-08-24 2000-02-01\ny number: 1 2\n"},
        {"points, never clear", "d;y\n04.08.1990;1\n", "d date: 1990-08-04\ny number: 1\n"},
        {"the day first by all rows", "d\n01/02/2020\n25/12/2020\n", "d date: 2020-02-01 2020-12-25\n"},
        {"the month first by all rows", "d\n01/02/2020\n12/25/2020\n", "d date: 2020-01-02 2020-12-25\n"},
        {"neither", "d\n01/02/2020\n", "d {01/02/2020}: '01/02/2020'\n"},
        {"asked for", "d\n01/02/2020\n", "d date: 2020-02-01\n", insist_on_dates("d=%d/%m/%Y")},
        {"by another column", "d,e\n01/02/2020,25/12/2020\n", "d date: 2020-02-01\ne date: 2020-12-25\n"},
        {"month names", "d\n\"Jan 1, 2000\"\n\"Sept 30, 2001\"\n", "d date: 2000-01-01 2001-09-30\n"},
        {"full month names", "d\n1 January 2000\n30 May 2001\n", "d date: 2000-01-01 2001-05-30\n"},
        {"two digits of the year", "d\n24-Aug-90\n01-Feb-20\n", "d date: 1990-08-24 2020-02-01\n"},
        {"date and time", "d\n24.08.1990 10:30\n1.2.2000 9:05\n", "d time: 1990-08-24 10:30:00 2000-02-01 09:05:00\n"},
        {"time zones", "d\n2020/01/01 10:30:00+02:00\n2020/01/01 10:30:00Z\n",
         "d time: 2020-01-01 08:30:00 2020-01-01 10:30:00\n"},
        {"a time alone", "t\n10:30\n9:05\n", "t time: 1970-01-01 10:30:00 1970-01-01 09:05:00\n"},
        {"afternoon", "t\n10:30 pm\n12:05 AM\n", "t time: 1970-01-01 22:30:00 1970-01-01 00:05:00\n"},
        {"a day that is not on the calendar", "d\n30.02.2000\n", "d {30.02.2000}: '30.02.2000'\n"},
        {"digits only", "d\n20200131\n20200201\n", "d date: 2020-01-31 2020-02-01\n", insist_on_dates("d=%Y%m%d")},
        {"asked for, in any usual form", "d\n24.08.1990\n", "d date: 1990-08-24\n", insist_on_dates("d")},
        {"asked for, but one is not", "d\n24.08.1990\nlater\n",
         "error: FILE, line 3, column 'd': \"later\" is not a date like %d.%m.%Y; fix the cell, or name the words that mean "
         "missing "
         "(na)",
         insist_on_dates("d=%d.%m.%Y")},
        {"a version is no date", "v\n1.2.3\n1.10.4\n", "v {1.10.4|1.2.3}: '1.2.3' '1.10.4'\n"},
    });
}

TEST(WrittenForms, are_kept_with_the_column) {
    const TemporaryFile file("a;b;c;d;e\n1.234,50 €;2,5;24.08.1990;5-;3\n7,25 €;3;01.02.2000;6;4\n");
    Messages messages;
    Progress progress;
    const Table table = read_table(file.path(), {}, {Threads(1), progress, messages});
    const auto reading = [&](std::size_t column) { return table.columns[column].schema.reading; };
    EXPECT_EQ(reading(0).decimal_sign + reading(0).thousands_separator + reading(0).unit, ",. €");
    EXPECT_EQ(reading(1).decimal_sign, ",");
    EXPECT_EQ(reading(2).date_format, "%d.%m.%Y");
    EXPECT_TRUE(reading(3).trailing_minus);
    EXPECT_EQ(reading(4), ColumnReading()) << "nothing departs";
    EXPECT_EQ(written_number(1234.5, reading(0)), "1.234,5 €");
    EXPECT_EQ(written_moment(7000.0, table.columns[2].schema), "02.03.1989");
}

TEST(WrittenForms, do_not_depend_on_the_order_of_the_rows) {
    const std::vector<std::string> pool = {"1,5",  "2.5",        "1,234",      "1.234", "7",   "12345", "$5",
                                           "5 kg", "01/02/2020", "25/12/2020", "007",   "010", "5-",    "x",
                                           "",     "10:30",      "1,234.5",    "($5)",  "(7)"};
    std::mt19937 random(7);
    for (int i = 0; i < 400; ++i) {
        std::vector<std::string> rows;
        const std::size_t kinds = 1 + random() % 3;
        std::vector<std::string> cells;
        for (std::size_t k = 0; k < 3 * kinds; ++k) cells.push_back(pool[random() % pool.size()]);
        for (int row = 0; row < 6; ++row) {
            std::string line;
            for (std::size_t column = 0; column < 3; ++column)
                line += (column > 0 ? ";" : "") + cells[column * kinds + random() % kinds];
            rows.push_back(line);
        }
        const auto types_of = [&] {
            std::string text = "a;b;c\n";
            for (const std::string& row : rows) text += row + "\n";
            const TemporaryFile file(text);
            ReadOptions options;
            options.header = true;
            options.delimiter = ';';
            Messages messages;
            Progress progress;
            std::vector<ColumnSchema> schemas;
            for (const Column& column : read_table(file.path(), options, {Threads(1), progress, messages}).columns)
                schemas.push_back(column.schema);
            return schemas;
        };
        const auto first = types_of();
        std::shuffle(rows.begin(), rows.end(), random);
        ASSERT_EQ(types_of(), first) << rows[0] << "\n" << rows[1] << "\n" << rows[2] << "\n" << rows[3];
    }
}

/// A number as it is printed is read as the same number.
RC_GTEST_PROP(WrittenForms, what_is_printed_is_read_back, (bool comma, bool groups, bool prefix, bool unit)) {
    ColumnReading reading;
    if (comma) reading.decimal_sign = ",";
    if (groups) reading.thousands_separator = comma ? "." : ",";
    if (prefix) reading.prefix = "$";
    if (unit) reading.unit = " kg";
    const double value = *rc::gen::inRange(-99'999'999, 99'999'999) / *rc::gen::element(1.0, 10.0, 100.0);
    const NumberCell read = parse_written(written_number(value, reading), reading);
    RC_ASSERT(read.fit == NumberFit::number);
    RC_ASSERT(read.value == value);
}

}  // namespace
}  // namespace treewright
