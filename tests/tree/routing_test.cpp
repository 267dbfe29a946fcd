#include "treewright/tree/routing.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tree/sample_models.h"
#include "treewright/base/error.h"
#include "treewright/data/table.h"

namespace treewright {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
const double missing = std::nan("");

TEST(Condition, threshold) {
    const Tree tree = sample::golf().tree;
    EXPECT_EQ(child_for_value(tree, 5, 77.5), 0U);
    EXPECT_EQ(child_for_value(tree, 5, std::nextafter(77.5, 100)), 1U);
    EXPECT_EQ(child_for_value(tree, 5, -inf), 0U);
    EXPECT_EQ(child_for_value(tree, 5, inf), 1U);
    EXPECT_EQ(child_for_value(tree, 5, missing), 1U);
}

TEST(Condition, is_missing) {
    const Tree tree = sample::small_regression().tree;
    EXPECT_EQ(child_for_value(tree, 2, missing), 0U);
    EXPECT_EQ(child_for_value(tree, 2, 0), 1U);
    EXPECT_EQ(child_for_value(tree, 2, -inf), 1U);
}

TEST(Condition, multiway) {
    Tree tree = sample::golf().tree;
    for (const LevelCode level : {0, 1, 2}) EXPECT_EQ(child_for_code(tree, 0, level), static_cast<std::uint32_t>(level));
    EXPECT_EQ(child_for_code(tree, 0, missing_code), 1U);
    EXPECT_EQ(child_for_code(tree, 0, unseen_code), 1U);
    // As if the third branch were for missing values.
    tree.nodes[0].missing_branch = true;
    tree.nodes[0].missing_child = 2;
    EXPECT_EQ(child_for_code(tree, 0, 1), 1U);
    EXPECT_EQ(child_for_code(tree, 0, missing_code), 2U);
    EXPECT_EQ(child_for_code(tree, 0, unseen_code), 2U);
    EXPECT_EQ(child_for_code(tree, 0, 2), 2U);  // a level that is not in the schema is unseen
}

TEST(Condition, subset) {
    Tree tree = sample::golf().tree;
    tree.levels = {1, 4, 6, 0, 5};
    tree.nodes[2].left_levels = 3;
    tree.nodes[2].right_levels = 2;
    for (const LevelCode level : {1, 4, 6}) EXPECT_EQ(child_for_code(tree, 2, level), 0U);
    for (const LevelCode level : {0, 5}) EXPECT_EQ(child_for_code(tree, 2, level), 1U);
    tree.nodes[2].missing_child = 1;
    EXPECT_EQ(child_for_code(tree, 2, missing_code), 1U);
    // A level of the schema in neither set: to the heaviest child, whatever missing values do.
    EXPECT_EQ(child_for_code(tree, 2, 2), 0U);
    tree.nodes[4].weight = 10;
    EXPECT_EQ(child_for_code(tree, 2, 2), 1U);
}

TEST(Condition, asking_the_wrong_way_is_a_bug) {
    const Tree tree = sample::golf().tree;
    EXPECT_THROW(child_for_value(tree, 0, 1), InternalError);
    EXPECT_THROW(child_for_value(tree, 1, 1), InternalError);
    EXPECT_THROW(child_for_code(tree, 5, 1), InternalError);
}

}  // namespace
}  // namespace treewright
