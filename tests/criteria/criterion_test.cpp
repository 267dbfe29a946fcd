#include "treewright/criteria/criterion.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "criteria/sums_of.h"
#include "treewright/criteria/cost_gini.h"
#include "treewright/criteria/entropy.h"
#include "treewright/criteria/gini.h"
#include "treewright/criteria/squared_error.h"

namespace treewright {
namespace {

constexpr double rounding = 1e-13;

/// Branches with the weight of three classes each, of which the first is not empty.
std::vector<std::vector<std::int64_t>> any_branches(std::int64_t largest) {
    auto branches = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::vector<std::int64_t>>>(
        rc::gen::container<std::vector<std::int64_t>>(3, rc::gen::inRange<std::int64_t>(0, largest))));
    branches.front().front() += 1;
    return branches;
}

Sums total_of(const std::vector<std::vector<std::int64_t>>& branches) {
    Sums rows(3);
    for (const auto& counts : branches) rows += sums_of(counts);
    return rows;
}

RC_GTEST_PROP(Criterion, gain_lies_between_0_and_the_impurity, ()) {
    const auto branches = any_branches(1000);
    const ClassFactors factors = {0.5, 3.0, 1.7};
    const EntropyCriterion entropy, weighted_entropy(factors);
    const GiniCriterion gini, weighted_gini(factors);
    for (const Criterion* criterion :
         {static_cast<const Criterion*>(&entropy), static_cast<const Criterion*>(&weighted_entropy),
          static_cast<const Criterion*>(&gini), static_cast<const Criterion*>(&weighted_gini)}) {
        const double gain = gain_of(*criterion, branches);
        RC_ASSERT(gain >= -rounding);
        RC_ASSERT(gain <= criterion->impurity(total_of(branches)) + rounding);
    }
}

RC_GTEST_PROP(Criterion, gini_gain_is_never_negative_to_the_last_bit, ()) {
    RC_ASSERT(gain_of(GiniCriterion(), any_branches(std::int64_t{1} << 50)) >= 0.0);
}

RC_GTEST_PROP(Criterion, gain_is_impurity_less_the_mean_of_the_branches, ()) {
    const auto branches = any_branches(100);
    const Sums rows = total_of(branches);
    const EntropyCriterion entropy;
    const GiniCriterion gini;
    for (const Criterion* criterion : {static_cast<const Criterion*>(&entropy), static_cast<const Criterion*>(&gini)}) {
        double rest = 0.0;
        for (const auto& counts : branches) {
            const Sums branch = sums_of(counts);
            if (branch.weight > 0)
                rest += static_cast<double>(branch.weight) / static_cast<double>(rows.weight) * criterion->impurity(branch);
        }
        RC_ASSERT(std::abs(gain_of(*criterion, branches) - (criterion->impurity(rows) - rest)) < rounding);
    }
}

RC_GTEST_PROP(Criterion, counts_times_a_power_of_two_change_no_bit, ()) {
    auto branches = any_branches(1000);
    const EntropyCriterion entropy;
    const GiniCriterion gini;
    const double entropy_before = gain_of(entropy, branches);
    const double gini_before = gain_of(gini, branches);
    const int power = *rc::gen::inRange(1, 40);
    for (auto& counts : branches)
        for (std::int64_t& count : counts) count <<= power;
    RC_ASSERT(gain_of(entropy, branches) == entropy_before);
    RC_ASSERT(gain_of(gini, branches) == gini_before);
}

RC_GTEST_PROP(Criterion, sums_of_parts_add_up_and_subtract, ()) {
    const auto branches = any_branches(1000);
    Sums rest = total_of(branches);
    for (const auto& counts : branches) rest -= sums_of(counts);
    RC_ASSERT(rest == Sums(3));
}

TEST(Criterion, one_class_has_no_impurity) {
    EXPECT_EQ(EntropyCriterion().impurity(sums_of({7, 0, 0})), 0.0);
    EXPECT_EQ(GiniCriterion().impurity(sums_of({0, 7, 0})), 0.0);
    EXPECT_EQ(GiniCriterion({0.1, 0.7, 0.3}).impurity(sums_of({0, 7, 0})), 0.0);
    EXPECT_EQ(CostGiniCriterion({2, {0, 1, 5, 0}}).impurity(sums_of({0, 7})), 0.0);
}

TEST(Criterion, cost_gini_with_two_classes_is_proportional_to_gini) {
    const CostGiniCriterion costs({2, {0, 1, 5, 0}});
    const double ratio = costs.impurity(sums_of({9, 5})) / GiniCriterion().impurity(sums_of({9, 5}));
    EXPECT_DOUBLE_EQ(ratio, 3.0);
    EXPECT_NEAR(gain_of(costs, {{6, 2}, {3, 3}}), ratio * gain_of(GiniCriterion(), {{6, 2}, {3, 3}}), rounding);
    EXPECT_TRUE(costs.is_concave(2));
    EXPECT_FALSE(costs.is_concave(3));
}

TEST(Criterion, an_almost_pure_node_has_a_gini_impurity_without_noise) {
    EXPECT_DOUBLE_EQ(GiniCriterion().impurity(sums_of({10'000'000'000'000, 4})), 2 * 4e-13 * (1 - 8e-13));
}

}  // namespace
}  // namespace treewright
