#include "cli/progress_bar.h"

#include <gtest/gtest.h>

#include <limits>

namespace treewright::cli {
namespace {

TEST(ProgressLine, ShowsStageShareAndTimeLeft) {
    EXPECT_EQ(progress_line("growing", 0.25, 10.0), "growing  [######..................]  25 %, 30 s left");
    EXPECT_EQ(progress_line("reading", 0.5, 600.0), "reading  [############............]  50 %, 10 min left");
    EXPECT_EQ(progress_line("reading", 0.5, 10000.0), "reading  [############............]  50 %, 3 h left");
}

TEST(ProgressLine, GuessesNoTimeAtTheEnds) {
    EXPECT_EQ(progress_line("reading", 0.0, 3.0), "reading  [........................]   0 %");
    EXPECT_EQ(progress_line("reading", 1.0, 3.0), "reading  [########################] 100 %");
}

TEST(ProgressLine, SurvivesNonsense) {
    EXPECT_EQ(progress_line("reading", 7.0, 3.0), "reading  [########################] 100 %");
    EXPECT_EQ(progress_line("reading", -1.0, 3.0), "reading  [........................]   0 %");
    EXPECT_EQ(progress_line("reading", std::numeric_limits<double>::quiet_NaN(), 3.0),
              "reading  [........................]   0 %");
}

}  // namespace
}  // namespace treewright::cli
