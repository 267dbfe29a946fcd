// What stands around the rows of a file: preambles, comments, encodings, and rows that do not fit.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "io/io_testing.h"
#include "treewright/io/original_rows.h"
#include "treewright/io/read_by_schema.h"
#include "treewright/io/read_table.h"

namespace treewright {
namespace {

using testing::Outcome;
using testing::outcome_of;
using testing::TemporaryFile;

Outcome read_messy(const std::string& bytes, const ReadOptions& options = {}) {
    const TemporaryFile file(bytes);
    return outcome_of(file.path(), options);
}

const std::string two_columns = "x number: 1 2 3\ny {a|b}: 'a' 'b' 'a'\n";

TEST(MessyFiles, lines_before_the_table) {
    EXPECT_EQ(read_messy("sep=;\nx;y\n1;a\n2;b\n3;a\n").result, two_columns) << "Excel's line";
    EXPECT_EQ(read_messy("A report\nof 2020-01-01\n\nx,y\n1,a\n2,b\n3,a\n").result, two_columns);
    EXPECT_EQ(read_messy("\xEF\xBB\xBF"
                         "A report\nx,y\n1,a\n2,b\n3,a\n")
                  .result,
              two_columns)
        << "after a byte order mark";
    ReadOptions options;
    options.skip = 2;
    EXPECT_EQ(read_messy("one,line\nanother,\"line\nx,y\n1,a\n2,b\n3,a\n", options).result, two_columns) << "as asked for";
    options.skip = 0;
    EXPECT_TRUE(read_messy("A report\nx,y\n1,a\n2,b\n3,a\n", options).result.starts_with("error: FILE, line 2: 2 fields"));
    EXPECT_TRUE(read_messy("x\n1,5\n2,6\n3,7\n").result.starts_with("error: FILE, line 2"))
        << "names that lack one are no preamble";
    const Outcome bad = read_messy("A report\nx,y\n1,a\n2,b\n3,a,5\n4,a\n");
    EXPECT_TRUE(bad.result.starts_with("error: FILE, line 2: 2 fields") || bad.result.starts_with("error: FILE, line 5"))
        << "a table must be plain: " << bad.result;
}

TEST(MessyFiles, comments) {
    EXPECT_EQ(read_messy("# made, by, someone, \"else\nx,y\n1,a\n# in between\n2,b\n3,a\n").result, two_columns);
    EXPECT_EQ(read_messy("#x,y\n1,a\n2,b\n3,a\n").result, "#x number: 1 2 3\ny {a|b}: 'a' 'b' 'a'\n") << "names";
    ReadOptions options;
    options.comment = '%';
    EXPECT_EQ(read_messy("% 1,2\nx,y\n1,a\n%3,4\n2,b\n3,a\n", options).result, two_columns);
    options.comment = '\0';
    EXPECT_TRUE(read_messy("# a comment\nx,y\n1,a\n2,b\n#3\n", options).result.starts_with("error")) << "none";
    for (std::size_t size = 16; size < 60; ++size) {
        options.comment.reset();
        options.block_size = size;
        EXPECT_EQ(read_messy("# it's \"one\nx,y\n1,a\n# another \"quote\n2,b\n3,a\n# last", options).result, two_columns)
            << size;
    }
}

TEST(MessyFiles, quotes_and_escapes) {
    ReadOptions options;
    options.quote = '\0';
    EXPECT_EQ(read_messy("x,y\n1,\"a\n2,b\"\n", options).result, "x number: 1 2\ny {\"a|b\"}: '\"a' 'b\"'\n");
    options.quote = '|';
    EXPECT_EQ(read_messy("x,y\n1,|a,b|\n2,c\n", options).result, "x number: 1 2\ny {a,b|c}: 'a,b' 'c'\n");
    options = {};
    options.escape = false;
    EXPECT_EQ(read_messy("x,y\n1,\"C:\\\"\n2,\"d\"\n", options).result, "x number: 1 2\ny {C:\\|d}: 'C:\\' 'd'\n");
}

TEST(MessyFiles, a_lost_delimiter_before_a_quote_is_refused_where_the_file_quotes) {
    EXPECT_EQ(read_messy("a,b,c\n1,x\"red\",p\n2,\"y\",q\n").result,
              "error: FILE, line 2: a quote stands inside of a field that is not quoted; add the delimiter that is lost before "
              "it, or "
              "say that quotes are characters like others (quote none)");
    EXPECT_EQ(
        read_messy("a,b\n1,3\"thick\n2,y\n").messages,
        (std::vector<std::string>{
            "FILE, line 2: a quote stands inside of a field and is read as a character: look whether a delimiter is lost"}));
}

TEST(MessyFiles, encodings) {
    const std::string names = "name {Jürgen|Müller}: 'Müller' 'Jürgen'\nx number: 1 2\n";
    EXPECT_EQ(read_messy("name,x\nM\xFCller,1\nJ\xFCrgen,2\n").result, names) << "Windows-1252";
    std::string late = "name,x\n";
    for (int i = 0; i < 20000; ++i) late += "Anna,3\n";
    EXPECT_TRUE(read_messy(late + "M\xFCller,1\n").result.starts_with("name {Anna|Müller}"));
    EXPECT_TRUE(read_messy("name,x\nMüller,1\nJ\xFCrgen,2\n").result.starts_with("error: FILE, line 3: the byte at offset 18"))
        << "UTF-8 with a damaged character";
    const auto widened = [](const std::string& mark, const std::string& text, std::size_t width, bool big) {
        std::string bytes = mark;
        for (const char c : text) bytes += big ? std::string(width - 1, '\0') + c : c + std::string(width - 1, '\0');
        return bytes;
    };
    const std::string plain = "x,y\n1,a\n2,b\n3,a\n";
    using namespace std::string_literals;
    EXPECT_EQ(read_messy(widened("\xFF\xFE", plain, 2, false)).result, two_columns);
    EXPECT_EQ(read_messy(widened("\xFE\xFF", plain, 2, true)).result, two_columns);
    EXPECT_EQ(read_messy(widened("", plain, 2, true)).result, two_columns) << "no byte order mark";
    EXPECT_EQ(read_messy(widened("\xFF\xFE\0\0"s, plain, 4, false)).result, two_columns);
    EXPECT_EQ(read_messy("x,y\n1,a\xD8\x3D\n", {}).result.substr(0, 11), "x number: 1")
        << "half a character of another encoding";
    ReadOptions latin;
    latin.encoding = TextEncoding::latin1;
    EXPECT_EQ(read_messy("x\n\xE9\x80\n", latin).result, "x {é\xC2\x80}: 'é\xC2\x80'\n");
}

TEST(MessyFiles, rows_that_do_not_fit) {
    const std::string bytes = "a,b,c\n1,2,3\n1,2\n1,2,3,4\n5,6,7\n\"x\"y,1,2\n";
    ReadOptions options;
    const TemporaryFile to("");
    options.bad_rows_to = to.path();
    options.bad_rows = BadRows::skip;
    const Outcome skipped = read_messy(bytes, options);
    EXPECT_EQ(skipped.result, "a number: 1 5\nb number: 2 6\nc number: 3 7\n");
    EXPECT_EQ(skipped.messages, (std::vector<std::string>{"FILE: 3 rows do not fit and are left out (lines 3, 4, 6)"}));
    std::ifstream file(to.path());
    EXPECT_EQ(
        std::string(std::istreambuf_iterator<char>(file), {}),
        "line,what,text\n3,2 fields found where 3 are expected,\"1,2\"\n4,4 fields found where 3 are expected,\"1,2,3,4\"\n"
        "6,there is text after the closing quote; double the quotes that are part of the text,\"\"\"x\"\"y,1,2\"\n");
    options.bad_rows = BadRows::pad;
    EXPECT_EQ(read_messy("a,b,c\n1,2,3\n1,2\n1,2,3,4\n5,6,7\n", options).result,
              "a number: 1 1 1 5\nb number: 2 2 2 6\nc number: 3 - 3 7\n");
    for (options.block_size = 16; options.block_size < 60; ++options.block_size)
        EXPECT_EQ(read_messy("a,b,c\n1,2,3\n1,2\n1,2,3,4\n5,6,7\n", options).result,
                  "a number: 1 1 1 5\nb number: 2 2 2 6\nc number: 3 - 3 7\n");
}

TEST(MessyFiles, rows_that_do_not_fit_never_replace_the_file_that_is_read) {
    const std::string bytes = "a,b\n1,2\n3\n";
    const TemporaryFile file(bytes);
    ReadOptions options;
    options.bad_rows = BadRows::skip;
    options.bad_rows_to = file.path();
    EXPECT_EQ(outcome_of(file.path(), options).result,
              "usage error: FILE is also the input, which would be lost: name another file with bad-rows-to FILE");
    std::ifstream again(file.path());
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(again), {}), bytes);
}

TEST(MessyFiles, cells_that_a_model_cannot_read_are_skipped_with_their_row) {
    Schema schema{{{"a", ColumnType::numeric, {}}, {"b", ColumnType::categorical, {"u", "v"}}},
                  {"y", ColumnType::categorical, {"n", "y"}}};
    const TemporaryFile file("a,b\n1,u\nx,u\n3,v\n");
    ReadOptions options;
    options.bad_rows = BadRows::skip;
    Messages messages;
    Progress progress;
    const SchemaRows rows = read_by_schema(file.path(), schema, options, {}, {Threads(1), progress, messages});
    EXPECT_EQ(rows.lines, (std::vector<std::size_t>{2, 4}));
    ASSERT_EQ(messages.list().size(), 1U);
}

TEST(MessyFiles, original_rows_leave_out_what_did_not_fit) {
    const TemporaryFile file("a,b\n1,2\n1,2,3\n3,4\n");
    ReadOptions options;
    options.bad_rows = BadRows::skip;
    Messages messages;
    Progress progress;
    const Table table = read_table(file.path(), options, {Threads(1), progress, messages});
    std::vector<std::string> rows(table.rows);
    std::string header;
    read_original_rows(file.path(), {table.lines, table.left_out_lines}, progress,
                       [&](std::optional<std::size_t> row, std::string_view bytes) { (row ? rows[*row] : header) += bytes; });
    EXPECT_EQ(rows, (std::vector<std::string>{"1,2\n", "3,4\n"}));
}

TEST(MessyFiles, a_table_without_rows) {
    ReadOptions options;
    options.may_be_empty = true;
    EXPECT_EQ(read_messy("a,b\n", options).result, "a number:\nb number:\n");
    EXPECT_EQ(read_messy("a,b\n").result, "error: FILE: it has a header but no rows; give a file with rows");
}

TEST(MessyFiles, words_for_missing_of_one_column) {
    ReadOptions options;
    options.na = {{"age=99", "age=-1"}};
    EXPECT_EQ(read_messy("age,n\n99,99\n-1,5\n30,NA\n", options).result, "age number: - - 30\nn number: 99 5 -\n");
    options.na = {{"agee=99"}};
    EXPECT_EQ(read_messy("age\n99\n", options).result, "error: FILE: there is no column 'agee'; did you mean 'age'?");
}

TEST(MessyFiles, titles_above_semicolons_and_decimal_commas) {
    const std::string table = "N;x\na;1,5\nb;2,5\nc;3,5\n", as_read = "N {a|b|c}: 'a' 'b' 'c'\nx number: 1.5 2.5 3.5\n";
    for (const char* titles : {"", "A report\n", "A report\n\n", "A report, 2020\nby hand\n\n"})
        EXPECT_EQ(read_messy(titles + table).result, as_read) << titles;
    ReadOptions options;
    options.bad_rows = BadRows::skip;
    EXPECT_EQ(read_messy("A report\n" + table + "d\n", options).result, as_read);
}

TEST(MessyFiles, asked_for_signs_decide_what_a_point_or_comma_means) {
    const auto numbers = [](const std::string& bytes, std::optional<DecimalSign> decimal,
                            std::optional<std::string> thousands) {
        ReadOptions options;
        options.decimal = decimal;
        options.thousands = std::move(thousands);
        return read_messy(bytes, options).result;
    };
    const std::string points = "x,y\n1.234,a\n2.345,b\n", commas = "x;y\n1,234;a\n2,345;b\n";
    const std::string quoted = "x,y\n\"1,234\",a\n\"2,345\",b\n";
    const std::string small = "x number: 1.234 2.345\ny {a|b}: 'a' 'b'\n", large = "x number: 1234 2345\ny {a|b}: 'a' 'b'\n";
    EXPECT_EQ(numbers(points, {}, {}), small);
    EXPECT_EQ(numbers(points, DecimalSign::comma, {}), large);
    EXPECT_EQ(numbers(points, {}, "."), large);
    EXPECT_EQ(numbers(commas, {}, {}), small);
    EXPECT_EQ(numbers(commas, {}, ","), large);
    EXPECT_EQ(numbers(commas, {}, ""), small);
    EXPECT_EQ(numbers(quoted, {}, {}), large);
    EXPECT_EQ(numbers(quoted, {}, ""), small) << "there are no thousands";
    EXPECT_EQ(numbers(quoted, {}, "'"), small);
    EXPECT_EQ(numbers("x,y\n3.5,a\n2.5,b\n", DecimalSign::comma, {}), "x {2.5|3.5}: '3.5' '2.5'\ny {a|b}: 'a' 'b'\n");
    EXPECT_EQ(numbers(points, DecimalSign::point, "."),
              "usage error: decimal and thousands cannot both be a point: one sign has one meaning");
}

TEST(MessyFiles, a_header_may_hold_a_word_for_missing) {
    EXPECT_EQ(read_messy("RI,Na,Type\n1.5,13.2,a\n1.6,13.5,b\n").result,
              "RI number: 1.5 1.6\nNa number: 13.2 13.5\nType {a|b}: 'a' 'b'\n");
    EXPECT_EQ(
        read_messy("Na\n13.2\n13.5\n").messages,
        (std::vector<std::string>{"FILE: no header was found, so the columns are called c1",
                                  "FILE: its first row is read as data, but \"Na\" stands above numbers: if the row holds the "
                                  "names, use header"}));
    EXPECT_EQ(read_messy("NA,x\n5,y\n").result, "c1 number: - 5\nc2 {x|y}: 'x' 'y'\n") << "a missing number in the first row";
}

}  // namespace
}  // namespace treewright
