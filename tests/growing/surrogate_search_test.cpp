#include "treewright/growing/search/surrogate_search.h"

#include <gtest/gtest.h>

#include "reference/case.h"
#include "reference/examples.h"

namespace treewright {
namespace {

// The root splits at x <= 3.5: rows 1 to 3 go left, 4 to 8 right, the last two lack x.
//
// a: at 25 the rows 1, 2, 3 are above and 4 to 8 below, so that "a > 25" agrees with all 8: reversed.
// b: at 2.5 (rows 1, 2 | others) 7 of 8 agree; the row without b does not count, 7 of 7 at 2.5.
// c: p has 3 left, 1 right; q has 0 left, 4 right: 7 of 8.
// d: constant: no split.
// e: 5 of 8 agree at best, no more than sending all to the right.
// f: one row on the left of the cut that agrees most: too few.
constexpr const char* table = R"(preset=cart missing=surrogate max-depth=1

x:n a:n b:n c:c d:n e:n f:n y:c
1 30 1 p 0 1 1 A
2 31 2 p 0 2 9 A
3 32 ? p 0 3 9 A
4 20 3 p 0 1 9 B
5 19 4 q 0 1 9 B
6 18 5 q 0 2 9 B
7 17 6 q 0 2 9 B
8 16 7 q 0 3 9 B
? 40 9 q 0 1 9 B
? ? 1 q 0 1 9 B
? ? ? ? 0 1 9 A
)";

Tree grown(const std::string& text) {
    const reference::Problem problem = reference::problem_of(reference::parse_case(text));
    return reference::grow_tree(problem.set, problem.options, problem.terms);
}

TEST(SurrogateSearch, agreement_order_and_which_are_kept) {
    const Tree tree = grown(table);
    ASSERT_EQ(tree.nodes[0].feature, 0);
    ASSERT_EQ(tree.nodes[0].threshold, 3.5);
    const auto surrogates = tree.surrogates_of(0);
    ASSERT_EQ(surrogates.size(), 3U);

    EXPECT_EQ(surrogates[0].feature, 1);
    EXPECT_EQ(surrogates[0].threshold, 25);
    EXPECT_TRUE(surrogates[0].reversed);
    EXPECT_EQ(surrogates[0].agreeing_weight, 8);
    EXPECT_EQ(surrogates[0].known_weight, 8);

    EXPECT_EQ(surrogates[1].feature, 2);  // 7 as the next one, and before it in the table
    EXPECT_EQ(surrogates[1].threshold, 2.5);
    EXPECT_FALSE(surrogates[1].reversed);
    EXPECT_EQ(surrogates[1].agreeing_weight, 7);
    EXPECT_EQ(surrogates[1].known_weight, 7);

    EXPECT_EQ(surrogates[2].feature, 3);
    EXPECT_EQ(surrogates[2].kind, SplitKind::subset);
    EXPECT_EQ(tree.left_levels_of(surrogates[2])[0], 0);
    EXPECT_EQ(tree.right_levels_of(surrogates[2])[0], 1);
    EXPECT_EQ(surrogates[2].agreeing_weight, 7);
    EXPECT_EQ(surrogates[2].known_weight, 8);
}

// Of the rows without x the first goes by a (40 > 25: left), the second by b (1 <= 2.5: left), the third has none of a, b, c: to the
// heavier child. The gain is that of the 8 known rows, 2·3/8·5/8 of Gini, times 8/11.
TEST(SurrogateSearch, rows_go_by_the_first_one_they_have_else_to_the_heaviest) {
    const Tree tree = grown(table);
    EXPECT_EQ(tree.nodes[0].missing_child, 1U);
    EXPECT_EQ(tree.nodes[0].missing_weight, 3);
    EXPECT_EQ(tree.nodes[1].weight, 5);
    EXPECT_EQ(tree.nodes[2].weight, 6);
    EXPECT_EQ(tree.class_weights_of(1)[0], 3);
    EXPECT_EQ(tree.class_weights_of(1)[1], 2);
    EXPECT_DOUBLE_EQ(tree.nodes[0].gain, 2.0 * 3 / 8 * 5 / 8 * 8 / 11);
}

TEST(SurrogateSearch, no_more_than_the_limit) {
    std::string text = table;
    EXPECT_EQ(grown("surrogates=2 " + text).surrogates.size(), 2U);
    EXPECT_EQ(grown("surrogates=0 " + text).surrogates.size(), 0U);
    EXPECT_EQ(grown("surrogates=0 " + text).nodes[2].weight, 8);  // as majority: all three to the heavier child
}

// Without a missing value they are made only on request.
TEST(SurrogateSearch, none_are_made_where_nothing_is_missing) {
    const std::string text = R"(preset=cart missing=surrogate

x:n a:n y:c
1 1 A
2 2 A
3 3 B
4 4 B
)";
    EXPECT_TRUE(grown(text).surrogates.empty());
    const Tree asked = grown("surrogates=1 " + text);
    ASSERT_EQ(asked.surrogates.size(), 1U);
    EXPECT_EQ(asked.surrogates[0].threshold, 2.5);
}

// c: p and r are even, q goes left, s right. "The set that comes first": {p, q} before {p, q, r} and before {q}.
TEST(SurrogateSearch, even_levels_make_the_set_come_first) {
    const Tree tree = grown(R"(preset=cart missing=surrogate surrogates=1 max-depth=1

x:n c:c y:c
1 p A
2 q A
3 q A
4 q A
5 r A
6 p B
7 r B
8 s B
9 s B
10 s B
)");
    ASSERT_EQ(tree.surrogates.size(), 1U);
    const auto left = tree.left_levels_of(tree.surrogates[0]);
    EXPECT_EQ(std::vector<std::int32_t>(left.begin(), left.end()), (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(tree.surrogates[0].agreeing_weight, 8);
    EXPECT_EQ(tree.surrogates[0].known_weight, 10);
}

}  // namespace
}  // namespace treewright
