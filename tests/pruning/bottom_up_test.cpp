// Reduced error, χ² and description length, which differ in what a leaf and a question cost.
#include "treewright/pruning/bottom_up.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pruning/small_tree.h"
#include "treewright/pruning/chi_squared_cuts.h"
#include "treewright/pruning/description_length.h"
#include "treewright/pruning/reduced_error.h"
#include "treewright/statistics/code_length.h"
#include "treewright/tree/cut_back.h"

namespace treewright {
namespace {

using sample::leaf;

TEST(ReducedError, a_tree_worked_out_by_hand) {
    //            0: 9 errors on held-out rows as a leaf
    //       1: 4               4: 3
    //    2: 1   3: 3        5: 1   6: 1
    const Tree tree =
        sample::tree_of({{8, 8}, {{{6, 2}, {leaf({6, 0}), leaf({0, 2})}}, {{2, 6}, {leaf({2, 0}), leaf({0, 6})}}}});
    HeldOutSums held_out;
    held_out.loss = {9, 4, 1, 3, 3, 1, 1};
    // Node 1: 4 as a leaf, 1 + 3 below: no worse, so a leaf. Node 4: 3 against 2: stays. The root: 9 against 4 + 2.
    EXPECT_EQ(reduced_error_cuts(tree, held_out), (CutMarks{0, 1, 0, 0, 0, 0, 0}));
    held_out.loss[0] = 6;
    EXPECT_EQ(leaf_count(cut_back(tree, reduced_error_cuts(tree, held_out))), 1U);
}

TEST(ChiSquaredPruning, takes_away_from_the_bottom_what_chance_explains) {
    // The lower split does not tell its classes apart; the upper one does, and is tested when its children are leaves.
    const Tree tree = sample::tree_of({{20, 20}, {{{18, 2}, {leaf({9, 1}), leaf({9, 1})}}, leaf({2, 18})}});
    const auto p_values = split_p_values(tree);
    EXPECT_LT(p_values[0], 1e-5);
    EXPECT_DOUBLE_EQ(p_values[1], 1.0);
    EXPECT_DOUBLE_EQ(p_values[2], 1.0);
    EXPECT_EQ(chi_squared_cuts(tree, {0.05, Adjust::none}), (CutMarks{0, 1, 0, 0, 0}));
}

TEST(ChiSquaredPruning, a_split_above_one_that_stays_is_not_tested) {
    // The root alone would go: both of its branches are half and half. Below it classes are separated.
    const Tree tree = sample::tree_of({{20, 20}, {{{10, 10}, {leaf({10, 0}), leaf({0, 10})}}, leaf({10, 10})}});
    EXPECT_EQ(chi_squared_cuts(tree, {0.05, Adjust::none}), (CutMarks{0, 0, 0, 0, 0}));
}

TEST(ChiSquaredPruning, the_outlook_of_the_weather_table) {
    // 5 no and 9 yes; expected under sunny and rainy 25/14 and 45/14, under overcast 20/14 and 36/14: D = 3.547, which with
    // 2 degrees of freedom has p = exp(−D/2) = 0.170.
    const Tree tree = sample::tree_of({{5, 9}, {leaf({0, 4}), leaf({2, 3}), leaf({3, 2})}});
    const double p_value = split_p_values(tree)[0];
    EXPECT_NEAR(-2 * std::log(p_value), 3.547, 5e-4);
    EXPECT_NEAR(p_value, 0.170, 5e-4);
    EXPECT_EQ(chi_squared_cuts(tree, {0.05, Adjust::none}), (CutMarks{1, 0, 0, 0}));
    EXPECT_EQ(chi_squared_cuts(tree, {0.2, Adjust::none}), (CutMarks{0, 0, 0, 0}));
}

TEST(ChiSquaredPruning, many_tests_make_a_split_less_certain) {
    Tree tree = sample::tree_of({{20, 20}, {leaf({14, 6}), leaf({6, 14})}});  // D = 6.4, p = 0.0114
    EXPECT_EQ(leaf_count(cut_back(tree, chi_squared_cuts(tree, {0.05, Adjust::none}))), 2U);
    EXPECT_FALSE(has_tests_for(tree, {}));
    tree.nodes[0].test = NodeTest{0.0114, 10.0, 10.0, false};
    ASSERT_TRUE(has_tests_for(tree, {}));
    EXPECT_EQ(leaf_count(cut_back(tree, chi_squared_cuts(tree, {}))), 1U);
}

TEST(DescriptionLength, bits_worked_out_by_hand) {
    const Tree tree = sample::tree_of({{16, 16}, {leaf({16, 0}), leaf({0, 16})}});
    const CodeLengths lengths = code_lengths(tree, 4);
    // A leaf: one bit, 33 counts of errors, which 16 of 32.
    EXPECT_NEAR(lengths.as_leaf[0], 1 + std::log2(33) + std::log2(601080390), 1e-9);
    // The question: one bit, one of four features, one of 31 gaps; then two leaves of 17 counts each.
    EXPECT_NEAR(lengths.of_question[0], 1 + 2 + std::log2(31), 1e-9);
    EXPECT_NEAR(lengths.as_leaf[1], 1 + std::log2(17), 1e-9);
    EXPECT_NEAR(total_bits(tree, lengths), 1 + 2 + std::log2(31) + 2 * (1 + std::log2(17)), 1e-9);
    EXPECT_EQ(description_length_cuts(tree, 4), (CutMarks{0, 0, 0}));
    const Tree noise = sample::tree_of({{16, 16}, {leaf({9, 7}), leaf({7, 9})}});
    EXPECT_EQ(description_length_cuts(noise, 4), (CutMarks{1, 0, 0}));
}

TEST(BottomUp, no_pruning_makes_longer_what_it_shortens_and_a_second_pass_changes_nothing) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Tree tree = sample::random_tree(seed);
        const Tree shorter = cut_back(tree, description_length_cuts(tree, 3));
        EXPECT_LE(total_bits(shorter, code_lengths(shorter, 3)), total_bits(tree, code_lengths(tree, 3)) + 1e-9) << seed;
        EXPECT_EQ(cut_back(shorter, description_length_cuts(shorter, 3)), shorter) << seed;
        const ChiSquaredRule rule{0.05, Adjust::none};
        const Tree tested = cut_back(tree, chi_squared_cuts(tree, rule));
        EXPECT_EQ(cut_back(tested, chi_squared_cuts(tested, rule)), tested) << seed;
    }
}

/// In units of the worst: two rows that cost as much as any are two exceptions, two that count four times are more.
TEST(DescriptionLength, exceptions_count_by_what_they_cost) {
    using namespace sample;
    const Tree tree = tree_of({{10, 2}, {leaf({10, 0}), leaf({0, 2})}});
    ClassTerms terms;
    terms.costs = {2, {0, 1, 4, 0}};
    const CodeLengths plain = code_lengths(tree, 1);
    const CodeLengths costly = code_lengths(tree, 1, terms);
    EXPECT_DOUBLE_EQ(plain.as_leaf[0], 1.0 + error_bits(2, 12, 2));
    EXPECT_DOUBLE_EQ(costly.as_leaf[0], 1.0 + error_bits(2.0 * 4 / 4, 12, 2));  // of the worst, four
    terms.costs = {};
    terms.label_factors = {1, 4};
    EXPECT_DOUBLE_EQ(code_lengths(tree, 1, terms).as_leaf[0], 1.0 + error_bits(8.0 * 12 / 18, 12, 2));
}

}  // namespace
}  // namespace treewright
