// Held-out rows must meet a tree as if they had come in a file of their own.
#include "bench/hold_out.h"

#include <gtest/gtest.h>

namespace bench {
namespace {

using treewright::Column;
using treewright::ColumnType;
using treewright::missing_code;
using treewright::TrainingSet;
using treewright::unseen_code;

Column categories(std::vector<std::string> levels, std::vector<std::int32_t> codes) {
    Column column;
    column.schema = {"category", ColumnType::categorical, std::move(levels)};
    column.codes = std::move(codes);
    return column;
}

TrainingSet five_rows() {
    TrainingSet set;
    set.rows = 5;
    Column number;
    number.schema.name = "number";
    number.values = {1, 2, 3, 4, 5};
    set.features = {number, categories({"a", "b", "c"}, {0, 1, 2, missing_code, 2})};
    set.target = categories({"no", "rare", "yes"}, {0, 1, 2, 0, 2});
    set.lines = {2, 3, 4, 5, 6};
    set.weights = {1, 2, 3, 4, 5};
    return set;
}

TEST(HoldOut, parts_the_rows_and_keeps_their_order) {
    const HeldOut parts = hold_out(five_rows(), {1, 3});
    EXPECT_EQ(3U, parts.train.rows);
    EXPECT_EQ(2U, parts.test.rows);
    EXPECT_EQ((std::vector<double>{1, 3, 5}), parts.train.features[0].values.copy());
    EXPECT_EQ((std::vector<double>{2, 4}), parts.test.features[0].values.copy());
    EXPECT_EQ((std::vector<std::uint32_t>{2, 4, 6}), parts.train.lines);
    EXPECT_EQ((std::vector<double>{2, 4}), parts.test.weights);
}

TEST(HoldOut, levels_are_those_of_the_training_rows) {
    const HeldOut parts = hold_out(five_rows(), {1, 3});
    EXPECT_EQ((std::vector<std::string>{"a", "c"}), parts.train.features[1].schema.levels);
    EXPECT_EQ((std::vector<std::int32_t>{0, 1, 1}), parts.train.features[1].codes);
    EXPECT_EQ(parts.train.schema(), parts.test.schema());
    EXPECT_EQ((std::vector<std::int32_t>{unseen_code, missing_code}), parts.test.features[1].codes);
}

TEST(HoldOut, a_class_that_the_training_rows_lack_is_never_right) {
    const HeldOut parts = hold_out(five_rows(), {1, 3});
    EXPECT_EQ((std::vector<std::string>{"no", "yes"}), parts.train.target.schema.levels);
    EXPECT_EQ((std::vector<std::int32_t>{unseen_code, 0}), parts.test.target.codes);
}

}  // namespace
}  // namespace bench
