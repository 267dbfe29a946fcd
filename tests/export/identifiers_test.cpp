#include "treewright/export/programs/identifiers.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(Identifiers, no_name_becomes_a_word_of_a_language) {
    for (const Casing casing : {Casing::lower, Casing::camel}) {
        Identifiers names(casing);
        for (const char* name : {"class", "int", "for", "\"", "'; --", ""}) {
            const std::string made = names.make(name, "class");
            EXPECT_FALSE(is_taken_word(made)) << name << " became " << made;
        }
    }
}

TEST(Identifiers, are_distinct_and_begin_with_a_letter) {
    Identifiers names(Casing::lower);
    std::unordered_set<std::string> seen;
    for (const char* name : {"a.b", "a-b", "a b", "9", "9a", "!", "?"}) {
        const std::string made = names.make(name, "label");
        EXPECT_TRUE(seen.insert(made).second) << made;
        EXPECT_TRUE(made[0] >= 'a' && made[0] <= 'z') << made;
    }
}

}  // namespace
}  // namespace treewright
