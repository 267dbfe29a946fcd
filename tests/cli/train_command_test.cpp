#include "cli/train_command.h"

#include <gtest/gtest.h>

namespace treewright::cli {
namespace {

TEST(TrainCommand, keeps_what_train_takes_and_sets_what_was_chosen) {
    const Settings chosen = {{find_parameter("max-depth"), "4"}, {find_parameter("raise"), "no"}};
    EXPECT_EQ(
        train_command({"my data.csv", "--target", "it's", "--folds", "5", "--tune", "max-depth=2..4", "--nested",
                       "--max-depth=9", "--raise", "--min-leaf", "3", "--prune-folds", "4", "--group", "who", "--json"},
                      chosen),
        "treewright train 'my data.csv' --target 'it'\\''s' --min-leaf 3 --folds 4 --ignore who --max-depth 4 --no-raise");
}

TEST(TrainCommand, quotes_a_group_that_would_be_read_as_several_columns) {
    EXPECT_EQ(train_command({"a.csv", "--group", "colour, main", "--threads", "2"}, {}),
              "treewright train a.csv --ignore '\"colour, main\"'");
    EXPECT_EQ(train_command({"a.csv", "--group=5\", main", "--threads=2"}, {}),
              "treewright train a.csv --ignore '\"5\"\", main\"'");
}

}  // namespace
}  // namespace treewright::cli
