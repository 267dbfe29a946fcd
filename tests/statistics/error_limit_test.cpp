#include "treewright/statistics/error_limit.h"

#include <gtest/gtest.h>

namespace treewright {
namespace {

TEST(ErrorLimit, the_published_ones) {
    EXPECT_NEAR(error_limit(0, 6), 0.206, 0.0005);
    EXPECT_NEAR(error_limit(0, 9), 0.143, 0.0005);
    EXPECT_NEAR(error_limit(0, 1), 0.750, 0.0005);
    EXPECT_NEAR(error_limit(1, 16), 0.157, 0.0005);
}

TEST(ErrorLimit, the_ends) {
    EXPECT_EQ(error_limit(0, 0), 0.0);
    EXPECT_DOUBLE_EQ(error_limit(3, 3), 1.0);
    EXPECT_DOUBLE_EQ(error_limit(2.8, 3), (2.8 + 0.67 * 0.2) / 3);
    EXPECT_DOUBLE_EQ(error_limit(0.5, 10), (error_limit(0, 10) + error_limit(1, 10)) / 2);
    EXPECT_DOUBLE_EQ(error_limit(0, 10, 1.0), 0.0);
}

TEST(ErrorLimit, rises_with_errors_and_falls_with_rows_and_confidence) {
    for (double errors = 0; errors < 20; errors += 0.5) {
        EXPECT_LT(error_limit(errors, 40), error_limit(errors + 0.5, 40));
        EXPECT_GT(error_limit(errors, 40), error_limit(errors, 41));
        EXPECT_GT(error_limit(errors, 40, 0.1), error_limit(errors, 40, 0.3));
        EXPECT_GE(error_limit(errors, 40), errors / 40);
    }
}

}  // namespace
}  // namespace treewright
