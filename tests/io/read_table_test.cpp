#include "treewright/io/read_table.h"

#include <gtest/gtest.h>

#include <random>

#include "io/io_testing.h"

namespace treewright {

using testing::Outcome;
using testing::read_text;

namespace {

struct Case {
    std::string what;
    std::string file;
    std::string result;
    std::vector<std::string> messages = {};
    ReadOptions options = {};
};

ReadOptions with_header(bool header) {
    ReadOptions options;
    options.header = header;
    return options;
}

ReadOptions as_utf8() {
    ReadOptions options;
    options.encoding = TextEncoding::utf8;
    return options;
}

ReadOptions with_na(std::vector<std::string> words) {
    ReadOptions options;
    options.na = std::move(words);
    return options;
}

ReadOptions with_names(std::vector<std::string> names) {
    ReadOptions options;
    options.names = std::move(names);
    return options;
}

ReadOptions with_categorical(std::vector<std::string> names) {
    ReadOptions options;
    options.categorical = std::move(names);
    return options;
}

ReadOptions with_numeric(std::vector<std::string> names) {
    ReadOptions options;
    options.numeric = std::move(names);
    return options;
}

ReadOptions with_ignored(std::vector<std::string> names) {
    ReadOptions options;
    options.ignore = std::move(names);
    return options;
}

ReadOptions with_ordered(OrderedColumn column) {
    ReadOptions options;
    options.ordered = {std::move(column)};
    return options;
}

ReadOptions with_delimiter(char delimiter) {
    ReadOptions options;
    options.delimiter = delimiter;
    return options;
}

using namespace std::string_literals;

const std::vector<Case>& syntax_cases() {
    static const std::vector<Case> cases = {
        {"plain", "a,b\n1,x\n2,y\n", "a number: 1 2\nb {x|y}: 'x' 'y'\n"},
        {"byte order mark",
         "\xEF\xBB\xBF"
         "a,b\n1,x\n",
         "a number: 1\nb {x}: 'x'\n"},
        {"CR LF", "a,b\r\n1,x\r\n2,y\r\n", "a number: 1 2\nb {x|y}: 'x' 'y'\n"},
        {"lone CR", "a,b\r1,x\r2,y\r", "a number: 1 2\nb {x|y}: 'x' 'y'\n"},
        {"mixed line ends", "a,b\r\n1,x\r2,y\n3,z", "a number: 1 2 3\nb {x|y|z}: 'x' 'y' 'z'\n"},
        {"last line without its end", "a,b\n1,x\n2,y", "a number: 1 2\nb {x|y}: 'x' 'y'\n"},
        {"quoted line break", "a,b\n1,\"x\ny\"\n2,\"x\r\ny\"\n", "a number: 1 2\nb {x\ny|x\r\ny}: 'x\ny' 'x\r\ny'\n"},
        {"quoted delimiter", "a,b\n1,\"x,y\"\n2,z\n", "a number: 1 2\nb {x,y|z}: 'x,y' 'z'\n"},
        {"doubled quotes", "a,b\n1,\"say \"\"hi\"\"\"\n2,\"\"\"\"\n", "a number: 1 2\nb {\"|say \"hi\"}: 'say \"hi\"' '\"'\n"},
        {"backslash quotes", "a,b\n1,\"say \\\"hi\\\"\"\n2,\"a\\\", b\"\n",
         "a number: 1 2\nb {a\", b|say \"hi\"}: 'say \"hi\"' 'a\", b'\n"},
        {"backslash quote only before the closing one", "a,b\n\"TV 32\\\"\",100\n\"TV 40\\\"\",120\n",
         "a {TV 32\"|TV 40\"}: 'TV 32\"' 'TV 40\"'\nb number: 100 120\n"},
        {"a backslash at the end of quoted text", "a,b\n\"C:\\\",1\n\"D:\\\",2\n",
         "a {C:\\|D:\\}: 'C:\\' 'D:\\'\nb number: 1 2\n"},
        {"a quote inside of bare text",
         "a,b\n5\" pipe,1\n6\" pipe,2\n",
         "a {5\" pipe|6\" pipe}: '5\" pipe' '6\" pipe'\nb number: 1 2\n",
         {"FILE, line 2: a quote stands inside of a field and is read as a character: look whether a delimiter is lost"}},
        {"blanks around fields", " a , b \n 1 ,  x y \n\t2\t, \" z \" \n", "a number: 1 2\nb { z |x y}: 'x y' ' z '\n"},
        {"blank lines", "\n\na,b\n\n1,x\n  \n2,y\n\n\n", "a number: 1 2\nb {x|y}: 'x' 'y'\n", {"FILE: 6 blank lines skipped"}},
        {"one column", "a\n1\n2\n", "a number: 1 2\n"},
        {"one column with a blank line", "a\n1\n\n2\n", "a number: 1 2\n", {"FILE: 1 blank line skipped"}},
        {"one column of text", "city\nNew York\nRome\n", "city {New York|Rome}: 'New York' 'Rome'\n"},
        {"one line of numbers",
         "1,2,3\n",
         "c1 number: 1\nc2 number: 2\nc3 number: 3\n",
         {"FILE: no header was found, so the columns are called c1 to c3"}},
        {"one number", "7", "c1 number: 7\n", {"FILE: no header was found, so the columns are called c1"}},
        {"semicolons", "a;b\n1;x\n2;y\n", "a number: 1 2\nb {x|y}: 'x' 'y'\n", {"FILE: fields are separated by semicolons"}},
        {"tabs and an empty field",
         "a\tb\tc\n1\t\tx\n2\t3\ty\n",
         "a number: 1 2\nb number: - 3\nc {x|y}: 'x' 'y'\n",
         {"FILE: fields are separated by tabs"}},
        {"vertical bars",
         "a|b\n1|x\n2|y\n",
         "a number: 1 2\nb {x|y}: 'x' 'y'\n",
         {"FILE: fields are separated by vertical bars"}},
        {"runs of blanks",
         "1 0  3\n 0\t1 2 \n",
         "c1 number: 1 0\nc2 number: 0 1\nc3 number: 3 2\n",
         {"FILE: fields are separated by blanks", "FILE: no header was found, so the columns are called c1 to c3"}},
        {"blanks and quotes",
         "a b\n1 \"x y\"\n2 z\n",
         "a number: 1 2\nb {x y|z}: 'x y' 'z'\n",
         {"FILE: fields are separated by blanks"}},
        {"a given delimiter", "a:b\n1:x\n", "a number: 1\nb {x}: 'x'\n", {}, with_delimiter(':')},
        {"apostrophes as quotes",
         "a,b\n1,'x,y'\n2,'z'\n",
         "a number: 1 2\nb {x,y|z}: 'x,y' 'z'\n",
         {"FILE: fields are quoted with apostrophes"}},
        {"apostrophes that quote nothing", "a,b\n1,'tis\n2,o'er\n", "a number: 1 2\nb {'tis|o'er}: ''tis' 'o'er'\n"},
        {"decimal comma",
         "a;b\n1,5;x\n-2,25;y\n3;z\n",
         "a number: 1.5 -2.25 3\nb {x|y|z}: 'x' 'y' 'z'\n",
         {"FILE: fields are separated by semicolons", "FILE: numbers are written with a decimal comma"}},
        {"decimal commas between blanks",
         "1,5 2,5\n3,5 4\n",
         "c1 number: 1.5 3.5\nc2 number: 2.5 4\n",
         {"FILE: fields are separated by blanks", "FILE: numbers are written with a decimal comma",
          "FILE: no header was found, so the columns are called c1 to c2"}},
        {"three decimals",
         "a;b\n1,234;1\n5,678;2\n",
         "a number: 1.234 5.678\nb number: 1 2\n",
         {"FILE: fields are separated by semicolons", "FILE: numbers are written with a decimal comma"}},
        {"UTF-8", "größe,ort\n1,Köln\n2,東京\n", "größe number: 1 2\nort {Köln|東京}: 'Köln' '東京'\n"},
    };
    return cases;
}

const std::vector<Case>& type_cases() {
    static const std::vector<Case> cases = {
        {"numbers", "a\n1\n+2\n-3.5\n1e3\n.5\n5.\n1E-2\n-0\n", "a number: 1 2 -3.5 1000 0.5 5 0.01 0\n"},
        {"infinities", "a\n1\ninf\n-INF\nInfinity\n+inf\n", "a number: 1 inf -inf inf inf\n"},
        {"underflow", "a\n1e-400\n5e-324\n-1e-400\n", "a number: 0 5e-324 0\n"},
        {"hexadecimal is text", "a,b\n0x10,1\n0x11,2\n", "a {0x10|0x11}: '0x10' '0x11'\nb number: 1 2\n"},
        {"half a number is text", "a,b\n1e,1\n-,2\n+-1,3\n++1,4\n",
         "a {++1|+-1|-|1e}: '1e' '-' '+-1' '++1'\nb number: 1 2 3 4\n"},
        {"words that mean missing", "a,b\n1,x\n?,NA\nna,n/a\nNaN,NULL\nnull,\n,y\n",
         "a number: 1 - - - - -\nb {x|y}: 'x' - - - - 'y'\n"},
        {"a quoted NA is a value", "a,b\n1,\"NA\"\n2,NA\n", "a number: 1 2\nb {NA}: 'NA' -\n"},
        {"a quoted empty field", "a,b\n\"\",\"\"\n2,x\n", "a number: - 2\nb {|x}: '' 'x'\n"},
        {"a quoted empty field among late text", "a\n\"\"\n?\nx\n", "a {|x}: '' - 'x'\n", {}, with_header(true)},
        {"quoted numbers are numbers", "\"a\"\n\"1\"\n\"2\"\n", "a number: 1 2\n"},
        {"all missing", "a,b\n1,\n2,NA\n", "a number: 1 2\nb number: - -\n"},
        {"truth values are text", "a,b\n1,true\n2,False\n", "a number: 1 2\nb {False|true}: 'true' 'False'\n"},
        {"other words mean missing", "a,b\n1,NA\nnone,-\n", "a number: 1 -\nb {NA}: 'NA' -\n", {}, with_na({"none", "-"})},
        {"a number means missing",
         "a,b\n1,-999\n-999,\"-999\"\n3,-999.0\n",
         "a number: 1 - 3\nb number: - - -\n",
         {},
         with_na({"-999"})},
        {"dates", "a,b\n1,2020-02-29\n2,\n3,1969-12-31\n", "a number: 1 2 3\nb date: 2020-02-29 - 1969-12-31\n"},
        {"times", "a,b\n1,2020-02-29 12:30\n2,2020-02-29T12:30:01.5Z\n3,2020-02-29T12:30:00+02:00\n",
         "a number: 1 2 3\nb time: 2020-02-29 12:30:00 2020-02-29 12:30:01.5 2020-02-29 10:30:00\n"},
        {"dates and times are times", "b,a\n2020-01-01,1\n2020-01-02 06:00,2\n,3\n2020-01-03,4\n",
         "b time: 2020-01-01 00:00:00 2020-01-02 06:00:00 - 2020-01-03 00:00:00\na number: 1 2 3 4\n"},
        {"no date on the calendar is text",
         "a,b\n2021-02-29,1\n2020-02-29,2\n",
         "a {2020-02-29|2021-02-29}: '2021-02-29' '2020-02-29'\nb number: 1 2\n",
         {},
         with_header(true)},
        {"late text keeps the early spelling", "a,b\n007,1\n1.0,2\n?,3\nx,4\n+1,5\n",
         "a {+1|007|1.0|x}: '007' '1.0' - 'x' '+1'\nb number: 1 2 3 4 5\n"},
        {"numbers and dates are text", "a,b\n2020-01-01,1\n5,2\n", "a {2020-01-01|5}: '2020-01-01' '5'\nb number: 1 2\n"},
        {"levels are sorted by bytes", "a,b\n1,é\n2,z\n3,Z\n4,a\n", "a number: 1 2 3 4\nb {Z|a|z|é}: 'é' 'z' 'Z' 'a'\n"},
        {"a number beyond double among text", "a,b\n1e999,1\nx,2\n", "a {1e999|x}: '1e999' 'x'\nb number: 1 2\n"},
        {"categories by wish", "a,b\n1.0,1\n2,2\n", "a {1.0|2}: '1.0' '2'\nb number: 1 2\n", {}, with_categorical({"a"})},
        {"an ordered category",
         "a,b\nlow,1\nhigh,2\n,3\nmid,4\n",
         "a ordered: low high - mid\nb number: 1 2 3 4\n",
         {},
         with_ordered({"a", {"low", "mid", "high"}})},
        {"ignored columns", "a,b,c\n1,x,2\n2,y,3\n", "a number: 1 2\nc number: 2 3\n", {}, with_ignored({"b"})},
    };
    return cases;
}

const std::vector<Case>& name_cases() {
    static const std::vector<Case> cases = {
        {"empty and repeated names",
         "x,,x,c2,x\n1,2,3,4,5\n",
         "x number: 1\nc2_2 number: 2\nx_2 number: 3\nc2 number: 4\nx_3 number: 5\n",
         {"FILE: column 2 has no name: it is called c2_2", "FILE: two columns are called x: the second is called x_2",
          "FILE: two columns are called x: the third is called x_3"}},
        {"a made-up name that is taken",
         "x,x,x_2\n1,2,3\n",
         "x number: 1\nx_3 number: 2\nx_2 number: 3\n",
         {"FILE: two columns are called x: the second is called x_3"}},
        {"all text, recurring: no header",
         "a,x\nb,x\na,y\na,x\n",
         "c1 {a|b}: 'a' 'b' 'a' 'a'\nc2 {x|y}: 'x' 'x' 'y' 'x'\n",
         {"FILE: no header was found, so the columns are called c1 to c2"}},
        {"all text, not recurring: a header", "p,q\na,x\nb,x\n", "p {a|b}: 'a' 'b'\nq {x}: 'x' 'x'\n"},
        {"a missing word makes the first row data",
         "x,?\ny,1\n",
         "c1 {x|y}: 'x' 'y'\nc2 number: - 1\n",
         {"FILE: no header was found, so the columns are called c1 to c2"}},
        {"a first row with an empty cell",
         "male,,yes\nfemale,3,no\nmale,4,yes\n",
         "c1 {female|male}: 'male' 'female' 'male'\nc2 number: - 3 4\nc3 {no|yes}: 'yes' 'no' 'yes'\n",
         {"FILE: no header was found, so the columns are called c1 to c3"}},
        {"no header by wish",
         "a,b\nc,d\n",
         "c1 {a|c}: 'a' 'c'\nc2 {b|d}: 'b' 'd'\n",
         {"FILE: no header, so the columns are called c1 to c2"},
         with_header(false)},
        {"a header of numbers by wish", "2019,2020\n1,2\n", "2019 number: 1\n2020 number: 2\n", {}, with_header(true)},
        {"given names", "1,x\n2,y\n", "p number: 1 2\nq {x|y}: 'x' 'y'\n", {}, with_names({"p", "q"})},
        {"given names above words", "a,x\nb,y\n", "p {a|b}: 'a' 'b'\nq {x|y}: 'x' 'y'\n", {}, with_names({"p", "q"})},
        {"given names in place of a header",
         "a,b\n1,x\n",
         "p number: 1\nq {x}: 'x'\n",
         {"FILE: the names in its first row are replaced by the given names; if that row is data, add header no"},
         with_names({"p", "q"})},
    };
    return cases;
}

const std::vector<Case>& error_cases() {
    static const std::vector<Case> cases = {
        {"empty", "", "error: FILE: it is empty; give a file with rows"},
        {"blank", "\n \n\n", "error: FILE: it is empty; give a file with rows"},
        {"only a byte order mark", "\xEF\xBB\xBF", "error: FILE: it is empty; give a file with rows"},
        {"header only", "a,b\n", "error: FILE: it has a header but no rows; give a file with rows"},
        {"too few fields", "a,b,c\n1,2,3\n\n4,5\n",
         "error: FILE, line 4: 2 fields found where 3 are expected; fix the line, quote fields that contain the delimiter, or "
         "let such rows be "
         "skipped or padded (bad-rows)"},
        {"too many fields", "a,b\n1,2\n\"x\ny\",5,6\n",
         "error: FILE, line 3: 3 fields found where 2 are expected; fix the line, quote fields that contain the delimiter, or "
         "let such rows be "
         "skipped or padded (bad-rows)"},
        {"not UTF-8",
         "a,b\n1,x\n2,K\xF6ln\n",
         "error: FILE, line 3: the byte at offset 11 (0xf6) is not UTF-8; say which encoding it is, such as encoding "
         "windows-1252",
         {},
         as_utf8()},
        {"not UTF-8 after a ragged row", "a,b\n1\n2,K\xF6ln\n",
         "error: FILE, line 2: 1 field found where 2 are expected; fix the line, quote fields that contain the delimiter, or "
         "let such rows be "
         "skipped or padded (bad-rows)"},
        {"not UTF-8 after a byte order mark",
         "\xEF\xBB\xBF"
         "a,b\n1,\xFF\n",
         "error: FILE, line 2: the byte at offset 9 (0xff) is not UTF-8; say which encoding it is, such as encoding "
         "windows-1252",
         {},
         as_utf8()},
        {"not UTF-8 in an open quote",
         "a,b\n1,\"x\n\xC0\n",
         "error: FILE, line 3: the byte at offset 9 (0xc0) is not UTF-8; say which encoding it is, such as encoding "
         "windows-1252",
         {},
         as_utf8()},
        {"cut UTF-8",
         "a,b\n1,\xE6\x9D",
         "error: FILE, line 2: the byte at offset 6 (0xe6) is not UTF-8; say which encoding it is, such as encoding "
         "windows-1252",
         {},
         as_utf8()},
        {"a surrogate",
         "a,b\n1,\xED\xA0\x80\n",
         "error: FILE, line 2: the byte at offset 6 (0xed) is not UTF-8; say which encoding it is, such as encoding "
         "windows-1252",
         {},
         as_utf8()},
        {"UTF-16",
         "\xFF\xFE"
         "a\0,\0b\0"s,
         "error: FILE: it has a header but no rows; give a file with rows"},
        {"NUL", "a,b\n1,x\0y\n"s,
         "error: FILE, line 2: the byte at offset 7 is NUL, so it is not a text file; give a CSV, JSON or ARFF file in UTF-8"},
        {"an open quote", "a,b\n1,x\n2,\"y\n3,z\n4,w\n",
         "error: FILE, line 3: the quote that opens here is never closed; close it, or double a quote that is part of the "
         "text"},
        {"an open quote at the end", "a,b\n1,x\n2,\"",
         "error: FILE, line 3: the quote that opens here is never closed; close it, or double a quote that is part of the "
         "text"},
        {"text after a quote", "a,b\n1,\"x\"y\n",
         "error: FILE, line 2: there is text after the closing quote; double the quotes that are part of the text"},
        {"a number beyond double", "a,b\n1,2\n2,1e999\n3,-1e999\n",
         "error: FILE, line 3, column 'b': \"1e999\" is beyond the largest double (about 1.8e308); fix the cell, or leave it "
         "empty"},
        {"no number where one must be",
         "a,b\n1,2\n2,x\n",
         "error: FILE, line 3, column 'b': \"x\" is not a number; fix the cell, or name the words that mean missing (na)",
         {},
         with_numeric({"b"})},
        {"a number beyond double where one must be",
         "a,b\n1,2\n2,1e999\n",
         "error: FILE, line 3, column 'b': \"1e999\" is beyond the largest double (about 1.8e308); fix the cell, or leave it "
         "empty",
         {},
         with_numeric({"b"})},
        {"an unknown level",
         "a,b\nlow,2\nhihg,3\n",
         "error: FILE, line 3, column 'a': \"hihg\" is missing from the levels in order (low, high); add it to ordered, or fix "
         "the "
         "cell (did you mean 'high'?)",
         {},
         with_ordered({"a", {"low", "high"}})},
        {"a categorical name that is not there",
         "Outlook,Humidity\nx,2\n",
         "error: FILE: there is no column 'Humdity'; did you mean 'Humidity'?",
         {},
         with_categorical({"Humdity"})},
        {"a numeric name that is not there",
         "a,b\n1,2\n",
         "error: FILE: there is no column 'Windy'; its columns are a, b",
         {},
         with_numeric({"Windy"})},
        {"an ignored name that is not there",
         "a,b\n1,2\n",
         "error: FILE: there is no column 'Windy'; its columns are a, b",
         {},
         with_ignored({"Windy"})},
        {"an ordered name that is not there",
         "a,b\n1,2\n",
         "error: FILE: there is no column 'Windy'; its columns are a, b",
         {},
         with_ordered({"Windy", {"x"}})},
        {"a level named twice",
         "a,b\n1,2\n",
         "usage error: ordered a: a level is named twice; name each level once, from lowest to highest",
         {},
         with_ordered({"a", {"x", "x"}})},
        {"too few names",
         "1,2\n3,4\n",
         "error: FILE: it has 2 columns but 1 name is given; give a name for each column (names)",
         {},
         with_names({"p"})},
        {"too many names",
         "1\n3\n",
         "error: FILE: it has 1 column but 2 names are given; give a name for each column (names)",
         {},
         with_names({"p", "q"})},
        {"a control character in a cell",
         "a\n1\n\"\x01\"\n",
         "error: FILE, line 3, column 'a': \"\\x01\" is not a number; fix the cell, or name the words that mean missing "
         "(na)",
         {},
         with_numeric({"a"})},
    };
    return cases;
}

std::vector<Case> all_cases() {
    std::vector<Case> all;
    for (const auto* cases : {&syntax_cases(), &type_cases(), &name_cases(), &error_cases()})
        all.insert(all.end(), cases->begin(), cases->end());
    return all;
}

void expect_cases(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        const Outcome outcome = read_text(one.file, one.options);
        EXPECT_EQ(outcome.result, one.result) << one.what;
        if (!one.result.starts_with("error")) {
            EXPECT_EQ(outcome.messages, one.messages) << one.what;
        }
    }
}

}  // namespace

TEST(ReadTable, syntax) { expect_cases(syntax_cases()); }
TEST(ReadTable, types) { expect_cases(type_cases()); }
TEST(ReadTable, names) { expect_cases(name_cases()); }
TEST(ReadTable, errors) { expect_cases(error_cases()); }

/// Every size of block up to 200 bytes, some of them with each number of threads: starting threads takes its time.
TEST(ReadTable, block_size_and_threads_change_nothing) {
    for (const Case& one : all_cases()) {
        const testing::MemoryFile file(one.file);
        ReadOptions options = one.options;
        const Outcome whole = testing::outcome_of(file.path(), options, 1);
        for (options.block_size = 16; options.block_size <= 200; ++options.block_size)
            for (const unsigned threads : {1U, 2U, 3U, 8U}) {
                if (threads > 1 && options.block_size % 37 != 17) continue;
                ASSERT_EQ(testing::outcome_of(file.path(), options, threads), whole)
                    << one.what << ", blocks of " << options.block_size << ", " << threads << " threads";
            }
    }
}

/// Long enough for many blocks; quotes, escapes and line breaks fall on every position of a block's end.
TEST(ReadTable, block_size_and_threads_change_nothing_in_a_long_file) {
    std::mt19937 random(5);
    const std::vector<std::string> cells = {"1",        "22.5", "x", "\"a,b\"", "\"line\nbreak\"", "\"q\"\"q\"", "\"C:\\\"",
                                            "\"\r\n\"", "NA",   "",  "\"\"",    "  y  ",           "é",          "2020-01-01",
                                            "\"\\\\\"", "-0"};
    const std::vector<std::string> ends = {"\n", "\r\n", "\r", "\n\n"};
    std::string text = "id,p,q,r\n";
    for (int row = 0; row < 400; ++row) {
        text += std::to_string(row);
        for (int column = 0; column < 3; ++column) text.append(",").append(cells[random() % cells.size()]);
        text += ends[random() % ends.size()];
    }
    const testing::TemporaryFile file(text);
    ReadOptions options;
    const Outcome whole = testing::outcome_of(file.path(), options);
    ASSERT_EQ(whole.result.find("error"), std::string::npos) << whole.result;
    for (std::size_t trial = 0; trial < 150; ++trial) {
        options.block_size = trial < 100 ? 16 + trial : 16 + random() % 5000;
        const unsigned threads = trial % 5 == 0 ? std::vector<unsigned>{2, 3, 8}[trial / 5 % 3] : 1;
        ASSERT_EQ(testing::outcome_of(file.path(), options, threads), whole)
            << "blocks of " << options.block_size << ", " << threads << " threads";
    }
}

TEST(ReadTable, a_column_of_two_types_is_a_usage_error) {
    ReadOptions options = with_categorical({"a"});
    options.numeric = {"a"};
    EXPECT_EQ(read_text("a,b\n1,2\n", options).result,
              "usage error: column 'a' is given two types; name it in one of categorical, numeric and ordered");
}

/// The sample from which the dialect is found is longer where the lines are long.
TEST(ReadTable, lines_longer_than_the_sample) {
    std::string header, row;
    for (int i = 0; i < 20000; ++i) {
        header.append(i > 0 ? ";name" : "name").append(std::to_string(i));
        row += i > 0 ? ";1,5" : "1,5";
    }
    const testing::TemporaryFile file(header + "\n" + row + "\n" + row + "\n");
    Messages messages;
    Progress progress;
    const Table table = read_table(file.path(), {}, {Threads(0), progress, messages});
    ASSERT_EQ(table.columns.size(), 20000u);
    EXPECT_EQ(table.columns[19999].schema.name, "name19999");
    EXPECT_EQ(table.columns[19999].values, (std::vector<double>{1.5, 1.5}));
}

/// A column that changes its type in any block after the first, spelled plainly or not, in the table or in an error.
TEST(ReadTable, late_types_whatever_the_blocks_and_threads) {
    const std::vector<std::string> early = {"1",    "22.5", "-3", "007", "1.50", "+1", "1e5", "2020-01-01", "2020-01-01 10:00",
                                            "\"\"", ""};
    const std::vector<std::string> late = {"x", "2020-01-01", "2020-01-02 11:00", "5", "1e999", "NA"};
    for (const std::string& first : early)
        for (const std::string& then : late) {
            std::string text = "a,b\n";
            for (int row = 0; row < 40; ++row)
                text += (row % 2 == 0 ? first : early[static_cast<std::size_t>(row) % 3]) + ",1\n";
            const testing::MemoryFile file(text + then + ",2\n" + first + ",3\n");
            ReadOptions options;
            options.header = true;
            const Outcome whole = testing::outcome_of(file.path(), options, 1);
            for (options.block_size = 16; options.block_size <= 400; options.block_size += 9)
                for (const unsigned threads : {1U, 3U}) {
                    if (threads > 1 && options.block_size != 61) continue;
                    ASSERT_EQ(testing::outcome_of(file.path(), options, threads), whole)
                        << first << " then " << then << ", blocks of " << options.block_size << ", " << threads << " threads";
                }
        }
}

/// Text that shows only after the first blocks, with codes that must still be those of all rows.
TEST(ReadTable, late_text_in_a_large_file) {
    std::string text = "a,b\n";
    for (int row = 0; row < 50000; ++row) text += std::to_string(row % 7) + ".0,1\n";
    text += "x,1\n";
    const testing::TemporaryFile file(text);
    Messages messages;
    Progress progress;
    const Table table = read_table(file.path(), {}, {Threads(0), progress, messages});
    EXPECT_EQ(table.rows, 50001u);
    EXPECT_EQ(table.columns[0].schema.levels, (std::vector<std::string>{"0.0", "1.0", "2.0", "3.0", "4.0", "5.0", "6.0", "x"}));
    EXPECT_EQ(table.columns[0].codes[49999], 49999 % 7);
    EXPECT_EQ(table.columns[0].codes[50000], 7);
}

}  // namespace treewright
