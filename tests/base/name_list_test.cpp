#include "treewright/base/name_list.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(SplitNames, takes_quoted_names) {
    EXPECT_EQ(split_names(R"("Name, first",b)"), (std::vector<std::string>{"Name, first", "b"}));
    EXPECT_EQ(split_names(R"(a,"say ""hi"", now")"), (std::vector<std::string>{"a", "say \"hi\", now"}));
    EXPECT_EQ(split_names(R"("a,b"=2,"",c"d")"), (std::vector<std::string>{"a,b=2", "", "c\"d\""}));
    EXPECT_EQ(split_names(R"(",a)"), (std::vector<std::string>{"\"", "a"})) << "a quote that never closes is a character";
}

TEST(SplitNames, keeps_escaped_commas) {
    EXPECT_EQ(split_names("a"), (std::vector<std::string>{"a"}));
    EXPECT_EQ(split_names("a,,b\\,c\\d"), (std::vector<std::string>{"a", "", "b,c\\d"}));
}

TEST(JoinedNames, are_split_into_the_same_names) {
    const std::vector<std::vector<std::string>> lists = {
        {"a"}, {"a", "b"}, {"Name, first", "b"}, {"say \"hi\", now", ""}, {"\"", "a\\,b"}, {""}, {"\"quoted\""}};
    for (const std::vector<std::string>& names : lists) EXPECT_EQ(split_names(joined_names(names)), names);
    EXPECT_EQ(joined_names({"a", "b,c"}), "a,\"b,c\"");
}

}  // namespace
}  // namespace treewright
