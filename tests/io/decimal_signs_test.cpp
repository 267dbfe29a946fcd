// The decimal sign of a column is a matter of all rows, though the reader guesses it from the beginning of the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/io_testing.h"
#include "treewright/io/read_table.h"

namespace treewright {
namespace {

constexpr int rows_of_a_kind = 20000;  // more than the beginning by which the reader guesses

/// What a column holds, whatever the order of the rows: its levels, or its distinct numbers.
std::vector<std::string> contents(const Column& column) {
    if (!column.has_values()) return column.schema.levels;
    std::vector<std::string> numbers;
    for (std::size_t row = 0; row < column.values.size(); row += rows_of_a_kind)
        numbers.push_back(std::to_string(column.values[row]));
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

std::vector<std::vector<std::string>> contents_of_rows(const std::vector<std::string>& kinds) {
    std::string text = "x;y;z\n";
    for (const std::string& kind : kinds)
        for (int row = 0; row < rows_of_a_kind; ++row) text += kind + "\n";
    const testing::TemporaryFile file(text);
    Messages messages;
    Progress progress;
    std::vector<std::vector<std::string>> found;
    for (const Column& column : read_table(file.path(), {}, {Threads(0), progress, messages}).columns)
        found.push_back(contents(column));
    return found;
}

/// Rows of three kinds, many of each.
class DecimalSigns : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(DecimalSigns, are_those_of_all_rows_whatever_the_beginning_of_the_file_holds) {
    std::vector<std::string> kinds = GetParam();
    std::sort(kinds.begin(), kinds.end());
    const auto first = contents_of_rows(kinds);
    while (std::next_permutation(kinds.begin(), kinds.end())) EXPECT_EQ(contents_of_rows(kinds), first);
}

INSTANTIATE_TEST_SUITE_P(Files, DecimalSigns,
                         ::testing::Values(std::vector<std::string>{"1;2;3", "1,5;2;3", "7;8;9"},    // commas in one part
                                           std::vector<std::string>{"1,5;2.5;3", "2;3;4", "5;6;7"},  // a sign each
                                           std::vector<std::string>{"1,5;1,234;3", "k.A.;2,345;4", "2;3;4"},  // none is clear
                                           std::vector<std::string>{"1,5;1,234;3", "2;2,345;4", "2;3;4,25"},  // thousandths
                                           std::vector<std::string>{"1,5;1;3", "2.5;2;4", "3;3;5"},  // both signs: words
                                           std::vector<std::string>{"1,50;007;3", "2;x;\"\"", "3;0,5;5"}));

TEST(DecimalSigns, each_column_has_its_own) {
    EXPECT_EQ(contents_of_rows({"1,5;2.5;k.A."}),
              (std::vector<std::vector<std::string>>{{"1.500000"}, {"2.500000"}, {"k.A."}}));
    EXPECT_EQ(contents_of_rows({"1,234;2;3"}),
              (std::vector<std::vector<std::string>>{{"1.234000"}, {"2.000000"}, {"3.000000"}}))
        << "semicolons separate where commas are decimal signs";
}

}  // namespace
}  // namespace treewright
