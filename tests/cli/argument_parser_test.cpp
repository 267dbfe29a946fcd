#include "cli/flags/argument_parser.h"

#include <gtest/gtest.h>

#include "treewright/base/error.h"

namespace treewright::cli {
namespace {

struct Wishes {
    std::string file;
    std::string target;
    std::vector<std::string> columns;
    std::vector<std::string> order;
    bool quiet = false;
};

ArgumentParser parser_for(Wishes& wishes) {
    ArgumentParser parser("try", "a verb to try the parser with");
    parser.positional("DATA", "a file", wishes.file);
    parser.option({"--preset", "NAME", "a preset", Times::once},
                  [&wishes](const std::string& text) { wishes.order.push_back(text); });
    parser.option({"--depth", "N", "a depth", Times::once},
                  [&wishes](const std::string& text) { wishes.order.push_back(text); });
    parser.text("-t,--target", "COLUMN", "a target", wishes.target);
    parser.option({"--columns", "COLUMNS", "some columns", Times::many},
                  [&wishes](const std::string& text) { wishes.columns.push_back(text); });
    parser.flag("--quiet", "be quiet", wishes.quiet);
    parser.option({"-h,--help", "", "this text", Times::many}, [](const std::string&) {});
    parser.example("an example", "treewright try golf.csv");
    return parser;
}

Wishes parsed(const std::vector<std::string>& arguments) {
    Wishes wishes;
    EXPECT_TRUE(parser_for(wishes).parse(arguments));
    return wishes;
}

std::string sentence_for(const std::vector<std::string>& arguments) {
    Wishes wishes;
    ArgumentParser parser = parser_for(wishes);
    try {
        [[maybe_unused]] const bool run = parser.parse(arguments);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.what();
    }
    return "no error";
}

TEST(ArgumentParser, takes_short_and_long_names_and_equals_signs) {
    EXPECT_EQ(parsed({"golf.csv", "--target", "Play"}).target, "Play");
    EXPECT_EQ(parsed({"golf.csv", "--target=Play"}).target, "Play");
    EXPECT_EQ(parsed({"-t", "Play", "golf.csv"}).target, "Play");
    EXPECT_EQ(parsed({"-t", "-1", "golf.csv"}).target, "-1");
    EXPECT_EQ(parsed({"-t", "", "-"}).file, "-");
    EXPECT_EQ(parsed({"--", "--golf.csv"}).file, "--golf.csv");
}

TEST(ArgumentParser, what_may_be_repeated_is_taken_each_time) {
    const Wishes wishes = parsed({"--columns", "a,b", "golf.csv", "--columns", "c"});
    EXPECT_EQ(wishes.columns, (std::vector<std::string>{"a,b", "c"}));
    EXPECT_EQ(wishes.file, "golf.csv");
}

TEST(ArgumentParser, hands_values_over_in_the_order_of_declaration) {
    EXPECT_EQ(parsed({"golf.csv", "--depth", "3", "--preset", "id3"}).order, (std::vector<std::string>{"id3", "3"}));
}

TEST(ArgumentParser, says_what_is_wrong) {
    const std::string ask = ": see 'treewright help try'";
    EXPECT_EQ(sentence_for({}), "try needs DATA" + ask);
    EXPECT_EQ(sentence_for({"golf.csv", "--tagret", "x"}), "try has no option '--tagret': did you mean '--target'?");
    EXPECT_EQ(sentence_for({"golf.csv", "--zzz=1"}), "try has no option '--zzz'" + ask);
    EXPECT_EQ(sentence_for({"golf.csv", "weather.csv"}), "unexpected argument 'weather.csv'" + ask);
    EXPECT_EQ(sentence_for({"golf.csv", "Play"}), "unexpected argument 'Play': did you mean '--target Play'?");
    EXPECT_EQ(sentence_for({"golf.csv", "--target"}), "--target needs a value" + ask);
    EXPECT_EQ(sentence_for({"golf.csv", "--target", "--quiet"}),
              "--target needs a value, but is followed by the option --quiet");
    EXPECT_EQ(sentence_for({"golf.csv", "--quiet=1"}), "--quiet takes no value" + ask);
    EXPECT_EQ(sentence_for({"golf.csv", "-t", "a", "--target", "b"}), "--target was given 2 times: give it once");
}

TEST(ArgumentParser, help_comes_before_complaints) {
    Wishes wishes;
    EXPECT_FALSE(parser_for(wishes).parse({"--help"}));
    EXPECT_FALSE(parser_for(wishes).parse({"-h", "--unknown"}));
}

TEST(ArgumentParser, help_names_everything) {
    Wishes wishes;
    const std::string help = parser_for(wishes).help();
    for (const char* text : {"treewright try DATA", "-t, --target COLUMN", "--quiet", "be quiet", "# an example"})
        EXPECT_NE(help.find(text), std::string::npos) << text;
}

}  // namespace
}  // namespace treewright::cli
