#include "treewright/data/csv_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "io/io_testing.h"

namespace treewright {

namespace {

std::string written(const Table& table) {
    std::string text;
    write_csv(table, [&](std::string_view bytes) { text += bytes; });
    return text;
}

/// Text of the characters that CSV has trouble with.
rc::Gen<std::string> nasty_text() {
    static const std::vector<std::string> pieces = {"\"", "'",  ",",    ";",         "\n", "\r",          "\r\n", " ",
                                                    "\t", "\\", "\\\"", "\",",       "a",  "1",           "-",    ".",
                                                    "é",  "東", "|",    "@relation", "%",  "\xEF\xBB\xBF"};
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                        [](const std::vector<std::string>& parts) {
                            std::string text;
                            for (std::size_t i = 0; i < parts.size() && i < 6; ++i) text += parts[i];
                            return text;
                        });
}

rc::Gen<std::string> level_text() {
    static const std::vector<std::string> words = {"",           "NA",  "?",    "nan", "null", "N/A",   "1",  "007",
                                                   "2020-01-01", "inf", "true", "''",  "'x'",  "\"x\"", "x y"};
    return rc::gen::oneOf(nasty_text(), rc::gen::elementOf(words));
}

rc::Gen<double> any_value() {
    static const std::vector<double> special = {0.0,
                                                1.0,
                                                -1.5,
                                                0.1,
                                                1e308,
                                                5e-324,
                                                -1e-300,
                                                1e15,
                                                1e16,
                                                123456789012345680.0,
                                                std::numeric_limits<double>::infinity(),
                                                -std::numeric_limits<double>::infinity(),
                                                std::numeric_limits<double>::quiet_NaN()};
    return rc::gen::oneOf(rc::gen::elementOf(special),
                          rc::gen::map(rc::gen::arbitrary<std::uint64_t>(),
                                       [](std::uint64_t bits) { return std::bit_cast<double>(bits) + 0.0; }));
}

Column random_category(std::size_t rows) {
    std::set<std::string> levels;
    for (const std::string& level : *rc::gen::container<std::vector<std::string>>(8, level_text())) levels.insert(level);
    const std::vector<std::string> list(levels.begin(), levels.end());
    Column column{{"", ColumnType::categorical, {}}, {}, {}};
    std::vector<std::int32_t> raw;
    for (std::size_t row = 0; row < rows; ++row)
        raw.push_back(*rc::gen::inRange<std::int32_t>(-1, static_cast<std::int32_t>(list.size())));
    std::vector<std::string> used;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (std::find(raw.begin(), raw.end(), static_cast<std::int32_t>(i)) != raw.end()) used.push_back(list[i]);
    for (const LevelCode code : raw)
        column.codes.push_back(
            code < 0 ? missing_code
                     : static_cast<std::int32_t>(std::find(used.begin(), used.end(), list[static_cast<std::size_t>(code)]) -
                                                 used.begin()));
    column.schema.levels = used;
    return column;
}

Column random_values(ColumnType type, std::size_t rows) {
    Column column{{"", type, {}}, {}, {}};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (type == ColumnType::ordered) column.schema.levels = {"zz", "", "NA", "a,b"};
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) {
        // The first row is known: of a column with nothing but missing values no type could be read back.
        const bool known = row == 0 || *rc::gen::inRange(0, 4) > 0;
        double value = type == ColumnType::numeric ? *any_value()
                       : type == ColumnType::date  ? static_cast<double>(*rc::gen::inRange(-700000, 2900000))
                       : type == ColumnType::time
                           ? static_cast<double>(*rc::gen::inRange<std::int64_t>(-60000000000, 250000000000)) + 0.25
                           : static_cast<double>(*rc::gen::inRange(0, 4));
        values.push_back(known ? value : nan);
    }
    column.values = std::move(values);
    return column;
}

Table random_table() {
    Table table;
    table.rows = *rc::gen::inRange<std::size_t>(1, 12);
    std::set<std::string> taken;
    const std::size_t width = *rc::gen::inRange<std::size_t>(1, 5);
    while (table.columns.size() < width) {
        const auto type = static_cast<ColumnType>(*rc::gen::inRange(0, 5));
        Column column = type == ColumnType::categorical ? random_category(table.rows) : random_values(type, table.rows);
        column.schema.name = *level_text();
        if (column.schema.name.empty() || !taken.insert(column.schema.name).second)
            column.schema.name = "column" + std::to_string(table.columns.size());
        table.columns.push_back(std::move(column));
    }
    return table;
}

ReadOptions options_for(const Table& table) {
    ReadOptions options;
    options.header = true;
    options.delimiter = ',';
    for (const Column& column : table.columns) {
        if (column.schema.type == ColumnType::categorical) options.categorical.push_back(column.schema.name);
        if (column.schema.type == ColumnType::ordered) options.ordered.push_back({column.schema.name, column.schema.levels});
    }
    return options;
}

bool same_values(const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

}  // namespace

TEST(CsvWriter, quotes_only_where_needed) {
    Table table;
    table.rows = 4;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    table.columns = {{{"x", ColumnType::numeric, {}}, {1.5, nan, 1e300, 0.1}, {}},
                     {{"a,b", ColumnType::categorical, {"", "NA", "plain words", "say \"hi\""}}, {}, {0, 1, 2, 3}},
                     {{"day", ColumnType::date, {}}, {0, nan, 18321, 1}, {}},
                     {{"size", ColumnType::ordered, {"small", "large"}}, {1, 0, nan, 0}, {}}};
    EXPECT_EQ(written(table),
              "x,\"a,b\",day,size\n1.5,\"\",1970-01-01,large\n,\"NA\",,small\n1e+300,plain words,2020-02-29,\n0.1,\"say "
              "\"\"hi\"\"\",1970-01-02,small\n");
}

TEST(CsvWriter, one_column_writes_na) {
    Table table;
    table.rows = 2;
    table.columns = {{{"x", ColumnType::categorical, {"NA"}}, {}, {missing_code, 0}}};
    EXPECT_EQ(written(table), "x\nNA\n\"NA\"\n");
}

TEST(CsvWriter, raw_keeps_words_bare) {
    std::string text;
    CsvWriter writer([&](std::string_view bytes) { text += bytes; });
    writer.raw("NA");
    writer.raw("a,b");
    writer.text("NA");
    writer.missing();
    writer.number(-2.5);
    writer.end_row();
    writer.finish();
    EXPECT_EQ(text, "NA,\"a,b\",\"NA\",,-2.5\n");
}

TEST(CsvWriter, writing_then_reading_gives_the_same_table) {
    ::setenv("RC_PARAMS", "max_success=2000", 0);  // nasty texts need more than the usual 100 tries
    const bool holds = rc::check("write, read", [] {
        const Table table = random_table();
        const std::string text = written(table);
        const testing::MemoryFile file(text);
        Messages messages;
        Progress progress;
        ReadOptions options = options_for(table);
        options.block_size = *rc::gen::inRange<std::size_t>(16, 300);
        const Table back = read_table(file.path(), options, {Threads(0), progress, messages});
        RC_ASSERT(back.rows == table.rows);
        RC_ASSERT(back.columns.size() == table.columns.size());
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            RC_ASSERT(back.columns[i].schema == table.columns[i].schema);
            RC_ASSERT(back.columns[i].codes == table.columns[i].codes);
            RC_ASSERT(same_values(back.columns[i].values, table.columns[i].values));
        }
        RC_ASSERT(written(back) == text);
    });
    EXPECT_TRUE(holds);
}

}  // namespace treewright
