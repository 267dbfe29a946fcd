#include "cli/console/progress_bar.h"

#include <gtest/gtest.h>

#include <limits>

namespace treewright::cli {
namespace {

TEST(ProgressLine, shows_stage_share_and_time_left) {
    EXPECT_EQ(progress_line("growing", 0.25, 10.0), "growing  [######..................]  25 %, 30 s left");
    EXPECT_EQ(progress_line("reading", 0.5, 600.0), "reading  [############............]  50 %, 10 min left");
    EXPECT_EQ(progress_line("reading", 0.5, 10000.0), "reading  [############............]  50 %, 3 h left");
}

TEST(ProgressLine, guesses_no_time_at_the_ends) {
    EXPECT_EQ(progress_line("reading", 0.0, 3.0), "reading  [........................]   0 %");
    EXPECT_EQ(progress_line("reading", 1.0, 3.0), "reading  [########################] 100 %");
}

TEST(ProgressLine, survives_nonsense) {
    EXPECT_EQ(progress_line("reading", 7.0, 3.0), "reading  [########################] 100 %");
    EXPECT_EQ(progress_line("reading", -1.0, 3.0), "reading  [........................]   0 %");
    EXPECT_EQ(progress_line("reading", std::numeric_limits<double>::quiet_NaN(), 3.0),
              "reading  [........................]   0 %");
}

TEST(ProgressLine, fits_the_terminal) {
    EXPECT_EQ(progress_line("leaving one out", 0.5, 10.0, 50), "leaving one out  [####.....]  50 %, 10 s left");
    for (std::size_t width = 36; width < 100; ++width)
        for (const char* stage : {"a", "choosing in every fold", "cart --max-depth 12 --min-leaf 200 --prune pessimistic"})
            EXPECT_LT(progress_line(stage, 0.01, 71.0, width).size(), width + 3) << width << stage;  // "…" is three bytes
}

}  // namespace
}  // namespace treewright::cli
