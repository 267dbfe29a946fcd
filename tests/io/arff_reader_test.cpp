#include "treewright/io/arff/arff_reader.h"

#include <gtest/gtest.h>

#include "io/io_testing.h"

namespace treewright {

using testing::read_text;

namespace {

struct ArffCase {
    std::string what;
    std::string file;
    std::string result;
};

const std::vector<ArffCase>& arff_cases() {
    static const std::vector<ArffCase> all = {
        {"plain",
         "% a comment\n\n@relation golf\n@attribute Outlook {sunny, overcast, rain}\n@attribute Temperature "
         "numeric\n@data\nsunny,85\nrain,?\n",
         "Outlook {rain|sunny}: 'sunny' 'rain'\nTemperature number: 85 -\n"},
        {"keywords in any case, tabs, CR LF",
         "@RELATION r\r\n@Attribute\ta\tREAL\r\n@ATTRIBUTE b\tInteger [1,10]\r\n@DATA\r\n1.5,\t2\r\n",
         "a number: 1.5\nb number: 2\n"},
        {"quoted names and values",
         "@relation 'my data'\n@attribute 'a b' {'x y',\"it's\",'don\\'t'}\n@attribute \"c\" numeric\n@data\n'x "
         "y',1\n\"it's\",2\n'don\\'t',3\n",
         "a b {don't|it's|x y}: 'x y' 'it's' 'don't'\nc number: 1 2 3\n"},
        {"escapes", "@relation r\n@attribute a string\n@attribute b numeric\n@data\n'a\\nb\\t\\\\',1\n'50\\%',2\n",
         "a {50%|a\nb\t\\}: 'a\nb\t\\' '50%'\nb number: 1 2\n"},
        {"a quoted question mark is a value", "@relation r\n@attribute a {'?',x}\n@attribute b string\n@data\n'?',?\n?,NA\n",
         "a {?}: '?' -\nb {NA}: - 'NA'\n"},
        {"levels that occur, sorted", "@relation r\n@attribute a {z,y,x}\n@data\nz\nx\n", "a {x|z}: 'z' 'x'\n"},
        {"levels of digits stay text", "@relation r\n@attribute a {1,02}\n@data\n02\n1\n", "a {02|1}: '02' '1'\n"},
        {"dates",
         "@relation r\n@attribute a date 'yyyy-MM-dd'\n@attribute b date \"yyyy-MM-dd'T'HH:mm:ss\"\n@attribute c "
         "date\n@data\n2020-01-02,2020-01-02T03:04:05,\"2020-01-02 03:04:05\"\n",
         "a date: 2020-01-02\nb time: 2020-01-02 03:04:05\nc time: 2020-01-02 03:04:05\n"},
        {"sparse rows",
         "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute c numeric\n@attribute d string\n@data\n{0 1, 3 "
         "z}\n{1 y,2 ?}\n{}\n",
         "a number: 1 0 0\nb {x|y}: 'x' 'y' 'x'\nc number: 0 - 0\nd {z}: 'z' - -\n"},
        {"comments among and after rows",
         "@relation r\n@attribute a numeric\n@attribute b {50%,y}\n@data\n% none\n1,50% % of it\n\n2,y\n",
         "a number: 1 2\nb {50%|y}: '50%' 'y'\n"},
        {"blanks separate where no comma does",
         "@relation r\n@attribute a numeric\n@attribute b {x,'y z'}\n@data\n1 x\n2\t'y z'\n",
         "a number: 1 2\nb {x|y z}: 'x' 'y z'\n"},
        {"repeated names", "@relation r\n@attribute a numeric\n@attribute a numeric\n@data\n1,2\n",
         "a number: 1\na_2 number: 2\n"},
        {"an unknown level", "@relation r\n@attribute a {x,y}\n@data\nx\nz\n",
         "error: FILE, line 5, column 'a': \"z\" is not among its levels (x, y); fix the cell or add the level"},
        {"no number", "@relation r\n@attribute a numeric\n@data\nx\n",
         "error: FILE, line 4, column 'a': \"x\" is not a number; fix the cell, or name the words that mean missing (na)"},
        {"no date", "@relation r\n@attribute a date yyyy-MM-dd\n@data\n2020-13-01\n",
         "error: FILE, line 4, column 'a': \"2020-13-01\" is not a date (YYYY-MM-DD); fix the cell, or name the words that "
         "mean missing (na)"},
        {"dates in other formats",
         "@relation r\n@attribute a date 'dd.MM.yyyy'\n@attribute b date \"d MMM yy, h:mm a\"\n@data\n24.08.1990,'1 Feb 99, "
         "3:05 pm'\n",
         "a date: 1990-08-24\nb time: 1999-02-01 15:05:00\n"},
        {"another date format", "@relation r\n@attribute a date 'ww.yyyy'\n@data\n",
         "error: FILE, line 2: the date format \"ww.yyyy\" is not known; write dates as yyyy-MM-dd or yyyy-MM-dd HH:mm:ss, "
         "or declare a string"},
        {"another type", "@relation r\n@attribute a relational\n@data\n",
         "error: FILE, line 2: the type \"relational\" is not known; use numeric, real, integer, string, date or a list of "
         "levels in braces"},
        {"no type", "@relation r\n@attribute a\n@data\n",
         "error: FILE, line 2: an attribute needs a name and a type; write `@attribute name numeric` or a list of levels in "
         "braces"},
        {"open braces", "@relation r\n@attribute a {x,y\n@data\nx\n",
         "error: FILE, line 2: the list of levels does not end; close it with } in the same line"},
        {"an open quote", "@relation r\n@attribute a string\n@data\n'x\n",
         "error: FILE, line 4: a quote is not closed in its line; close it, or put a backslash before a quote that is part of "
         "the text"},
        {"text after a quote", "@relation r\n@attribute a string\n@attribute b numeric\n@data\n'x'y,1\n",
         "error: FILE, line 5: there is text after the closing quote; put a backslash before quotes that are part of the text"},
        {"too few values", "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n1\n",
         "error: FILE, line 5: 1 value found where 2 attributes are declared; fix the line, or quote values that contain a "
         "comma"},
        {"a sparse position out of range", "@relation r\n@attribute a numeric\n@data\n{1 5}\n",
         "error: FILE, line 4: \"1\" is not the position of an attribute (0 to 0), or is given twice; fix the sparse row"},
        {"a sparse position twice", "@relation r\n@attribute a numeric\n@data\n{0 5, 0 6}\n",
         "error: FILE, line 4: \"0\" is not the position of an attribute (0 to 0), or is given twice; fix the sparse row"},
        {"an open sparse row", "@relation r\n@attribute a numeric\n@data\n{0 5\n",
         "error: FILE, line 4: a sparse row does not end; close it with } in the same line"},
        {"an unknown keyword", "@relation r\n@atribute a numeric\n@data\n1\n",
         "error: FILE, line 2: \"@atribute\" is not expected before @data; use @relation, @attribute or % for a comment"},
        {"no data", "@relation r\n@attribute a numeric\n",
         "error: FILE: it has no @data line; get the whole file, or give it another name if it is not an ARFF file"},
        {"no attributes", "@relation r\n@data\n1\n",
         "error: FILE: it declares no attributes; add an @attribute line for each column"},
        {"no rows", "@relation r\n@attribute a numeric\n@data\n% nothing\n",
         "error: FILE: it has a header but no rows; give a file with rows"},
        {"not UTF-8", "@relation r\n@attribute a string\n@data\nx\nK\xF6ln\n\xFC\n", "a {Köln|x|ü}: 'x' 'Köln' 'ü'\n"},
    };
    return all;
}

}  // namespace

TEST(ArffReader, cases) {
    for (const ArffCase& one : arff_cases()) EXPECT_EQ(read_text(one.file, {}, ".txt").result, one.result) << one.what;
}

TEST(ArffReader, block_size_changes_nothing) {
    for (const ArffCase& one : arff_cases()) {
        const testing::TemporaryFile file(one.file);
        ReadOptions options;
        for (options.block_size = 16; options.block_size <= 200; ++options.block_size)
            ASSERT_EQ(testing::outcome_of(file.path(), options).result, one.result)
                << one.what << ", blocks of " << options.block_size;
    }
}

TEST(ArffReader, the_name_is_a_hint_too) {
    EXPECT_EQ(read_text("1,2\n", {}, ".arff").result,
              "error: FILE, line 1: \"1,2\" is not expected before @data; use @relation, @attribute or % for a comment");
    EXPECT_EQ(read_text("@relation,b\n1,2\n", {}, ".csv").result, "@relation number: 1\nb number: 2\n");
}

TEST(ArffReader, options_go_before_declarations) {
    const std::string file =
        "@relation r\n@attribute a numeric\n@attribute b {lo,hi}\n@attribute c {1,2}\n@data\n1.0,hi,1\n2,lo,2\n";
    ReadOptions options;
    options.categorical = {"a"};
    options.ordered = {{"b", {"lo", "hi"}}};
    options.numeric = {"c"};
    EXPECT_EQ(read_text(file, options).result, "a {1.0|2}: '1.0' '2'\nb ordered: hi lo\nc number: 1 2\n");
    ReadOptions renamed;
    renamed.names = {"x", "y", "z"};
    EXPECT_EQ(read_text(file, renamed).result, "x number: 1 2\ny {hi|lo}: 'hi' 'lo'\nz {1|2}: '1' '2'\n");
}

TEST(ArffReader, rows_that_do_not_fit) {
    const std::string file =
        "@relation r\n@attribute a numeric\n@attribute b {lo,hi}\n@data\n1,hi\n2\n3,lo,4\nx,hi\n4,mid\n{0 5,0 6}\n'7\n{0 8}\n";
    EXPECT_EQ(read_text(file).result,
              "error: FILE, line 6: 1 value found where 2 attributes are declared; fix the line, or quote values that contain "
              "a comma");
    ReadOptions skip;
    skip.bad_rows = BadRows::skip;
    const testing::Outcome skipped = read_text(file, skip);
    EXPECT_EQ(skipped.result, "a number: 1 8\nb {hi|lo}: 'hi' 'lo'\n");
    ASSERT_EQ(skipped.messages.size(), 1U);
    EXPECT_NE(skipped.messages[0].find("6 rows do not fit and are left out (lines 6, 7, 8, 9, 10, 11"), std::string::npos)
        << skipped.messages[0];
    ReadOptions pad;
    pad.bad_rows = BadRows::pad;
    const testing::Outcome padded =
        read_text("@relation r\n@attribute a numeric\n@attribute b {lo,hi}\n@data\n1,hi\n2\n3,lo,4\n", pad);
    EXPECT_EQ(padded.result, "a number: 1 2 3\nb {hi|lo}: 'hi' - 'lo'\n");
    ASSERT_EQ(padded.messages.size(), 1U);
}

}  // namespace treewright
