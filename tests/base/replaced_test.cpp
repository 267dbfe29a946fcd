#include "treewright/base/replaced.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(Replaced, every_place_once) {
    EXPECT_EQ(replaced("@a@ and @a@", "@a@", "b"), "b and b");
    EXPECT_EQ(replaced("aaa", "aa", "a"), "aa");  // what was put in is not looked at again
    EXPECT_EQ(replaced("a", "a", "aa"), "aa");
    EXPECT_EQ(replaced("none", "x", "y"), "none");
    EXPECT_EQ(replaced("", "x", "y"), "");
}

}  // namespace
}  // namespace treewright
