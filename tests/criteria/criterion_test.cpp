#include "treewright/criteria/criterion.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "criteria/sums_of.h"
#include "treewright/criteria/class_criterion.h"

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

/// Every criterion of classes, without factors and with some. With costs that are not a metric, cost-gini could have a negative
/// gain.
std::vector<std::unique_ptr<Criterion>> class_criteria() {
    const CostMatrix costs{3, {0, 1, 1, 1, 0, 1, 1, 1, 0}};
    std::vector<std::unique_ptr<Criterion>> all;
    for (const CriterionKind* kind : criterion_kinds())
        if (kind->task == Task::classification)
            for (const ClassFactors& factors : {ClassFactors{}, ClassFactors{0.5, 3.0, 1.7}})
                all.push_back(criterion_named(kind->name, factors, costs));
    for (const double q : {0.1, 1.0, 1.0000001, 2.0, 3.5}) all.push_back(tsallis_of(q, {0.5, 3.0, 1.7}));
    return all;
}

RC_GTEST_PROP(Criterion, gain_lies_between_0_and_the_impurity, ()) {
    const auto branches = any_branches(1000);
    for (const auto& criterion : class_criteria()) {
        const double gain = gain_of(*criterion, branches);
        RC_ASSERT(gain >= -rounding);
        RC_ASSERT(gain <= criterion->impurity(total_of(branches)) + rounding);
    }
}

RC_GTEST_PROP(Criterion, gini_gain_is_never_negative_to_the_last_bit, ()) {
    RC_ASSERT(gain_of(*criterion_named(CriterionName::gini), any_branches(std::int64_t{1} << 50)) >= 0.0);
}

RC_GTEST_PROP(Criterion, gain_is_impurity_less_the_mean_of_the_branches, ()) {
    const auto branches = any_branches(100);
    const Sums rows = total_of(branches);
    for (const auto& criterion : class_criteria()) {
        double rest = 0.0;
        for (const auto& counts : branches) {
            const Sums branch = sums_of(counts);
            if (branch.weight > 0) rest += criterion->mass(branch) / criterion->mass(rows) * criterion->impurity(branch);
        }
        RC_ASSERT(std::abs(gain_of(*criterion, branches) - (criterion->impurity(rows) - rest)) < rounding);
    }
}

RC_GTEST_PROP(Criterion, counts_times_a_power_of_two_change_no_bit, ()) {
    const auto branches = any_branches(1000);
    auto scaled = branches;
    const int power = *rc::gen::inRange(1, 40);
    for (auto& counts : scaled)
        for (std::int64_t& count : counts) count <<= power;
    for (const auto& criterion : class_criteria()) RC_ASSERT(gain_of(*criterion, scaled) == gain_of(*criterion, branches));
}

/// What the engine's bounds rely on: mass times impurity equals the criterion's own, is superadditive, and 0 for one class.
RC_GTEST_PROP(Criterion, impurity_mass_is_mass_times_impurity_and_superadditive, ()) {
    const auto counts = *rc::gen::container<std::vector<double>>(
        6, rc::gen::map(rc::gen::inRange(0, 1000), [](int n) { return static_cast<double>(n); }));
    const std::vector<double> a{counts[0] + 1, counts[1], counts[2]};
    const std::vector<double> b{counts[3], counts[4] + 1, counts[5]};
    const std::vector<double> both{a[0] + b[0], a[1] + b[1], a[2] + b[2]};
    const auto total = [](const std::vector<double>& masses) { return masses[0] + masses[1] + masses[2]; };
    std::size_t measured = 0;
    for (const auto& made : class_criteria()) {
        if (made->cut_kernel() != CutKernel::concave) continue;
        const auto& criterion = dynamic_cast<const ConcaveCriterion&>(*made);
        const auto of = [&](const std::vector<double>& masses) { return criterion.impurity_mass(masses, total(masses)); };
        RC_ASSERT(of(a) + of(b) <= of(both) + rounding * total(both));
        RC_ASSERT(of({0.0, a[0], 0.0}) == 0.0);
        ++measured;
    }
    RC_ASSERT(measured > 0U);
}

RC_GTEST_PROP(Criterion, without_factors_masses_are_counts, ()) {
    const auto branches = any_branches(1000);
    const Sums rows = total_of(branches);
    std::vector<double> masses;
    for (const std::int64_t slot : rows.slots) masses.push_back(static_cast<double>(slot));
    for (const CriterionKind* kind : criterion_kinds()) {
        const auto made = criterion_named(kind->name);
        if (made->cut_kernel() != CutKernel::concave) continue;
        const auto& criterion = dynamic_cast<const ConcaveCriterion&>(*made);
        const auto total = static_cast<double>(rows.weight);
        RC_ASSERT(std::abs(criterion.impurity_mass(masses, total) / total - criterion.impurity(rows)) < rounding);
    }
}

/// The bound of leave-one-out: when a row is left out, the decrease of F = Σ mass·impurity of both sides differs between two
/// cuts by at most `movement`.
RC_GTEST_PROP(Criterion, movement_bounds_what_a_row_changes, ()) {
    const auto side = [] {
        return sums_of(*rc::gen::container<std::vector<std::int64_t>>(3, rc::gen::inRange<std::int64_t>(0, 50)));
    };
    const Sums rows[] = {side(), side(), side(), side()};
    Sums row(3);
    row.weight = *rc::gen::inRange<std::int64_t>(1, 20);
    row.slots[*rc::gen::inRange<std::size_t>(0, 3)] = row.weight;
    for (const auto& criterion : class_criteria()) {
        const auto spread = [&](const Sums& sums) {
            return sums.weight > 0 ? criterion->mass(sums) * criterion->impurity(sums) : 0.0;
        };
        double falls[2] = {spread(rows[0] + row) - spread(rows[0]), spread(rows[1] + row) - spread(rows[1])};
        const double node_mass = criterion->mass(rows[0] + rows[1] + rows[2] + rows[3] + row);
        const std::optional<double> bound = criterion->movement({3.0 * criterion->mass(row), node_mass, 3, 0.0, 0.0});
        const std::optional<double> tight = criterion->movement({criterion->mass(row), node_mass, 3, 0.0, 0.0});
        RC_ASSERT(bound.has_value() == tight.has_value());
        if (!tight) continue;
        RC_ASSERT(std::abs(falls[0] - falls[1]) <= *tight + 1e-9);
        RC_ASSERT(*tight <= *bound + 1e-9);  // the bound of the heaviest row is that of all rows
    }
}

RC_GTEST_PROP(Criterion, sums_of_parts_add_up_and_subtract, ()) {
    const auto branches = any_branches(1000);
    Sums rest = total_of(branches);
    for (const auto& counts : branches) rest -= sums_of(counts);
    RC_ASSERT(rest == Sums(3));
}

TEST(Criterion, one_class_has_no_impurity) {
    EXPECT_EQ(criterion_named(CriterionName::information_gain)->impurity(sums_of({7, 0, 0})), 0.0);
    EXPECT_EQ(criterion_named(CriterionName::gini)->impurity(sums_of({0, 7, 0})), 0.0);
    EXPECT_EQ(criterion_named(CriterionName::gini, {0.1, 0.7, 0.3})->impurity(sums_of({0, 7, 0})), 0.0);
    EXPECT_EQ(criterion_named(CriterionName::cost_gini, {}, {2, {0, 1, 5, 0}})->impurity(sums_of({0, 7})), 0.0);
}

TEST(Criterion, cost_gini_with_two_classes_is_proportional_to_gini) {
    const auto made = criterion_named(CriterionName::cost_gini, {}, {2, {0, 1, 5, 0}});
    const Criterion& costs = *made;
    const auto gini = criterion_named(CriterionName::gini);
    const double ratio = costs.impurity(sums_of({9, 5})) / gini->impurity(sums_of({9, 5}));
    EXPECT_DOUBLE_EQ(ratio, 3.0);
    EXPECT_NEAR(gain_of(costs, {{6, 2}, {3, 3}}), ratio * gain_of(*gini, {{6, 2}, {3, 3}}), rounding);
    EXPECT_TRUE(costs.is_concave(2));
    EXPECT_FALSE(costs.is_concave(3));
}

RC_GTEST_PROP(Criterion, misclassification_gains_are_exact, ()) {
    const auto branches = any_branches(1000);
    const Sums rows = total_of(branches);
    std::int64_t more = -*std::max_element(rows.slots.begin(), rows.slots.end());
    for (const auto& counts : branches) more += *std::max_element(counts.begin(), counts.end());
    RC_ASSERT(gain_of(*criterion_named(CriterionName::misclassification), branches) ==
              static_cast<double>(more) / static_cast<double>(rows.weight));
}

RC_GTEST_PROP(Criterion, tsallis_is_gini_at_2_and_entropy_in_nats_at_1, ()) {
    const auto branches = any_branches(1000);
    const double gini = gain_of(*criterion_named(CriterionName::gini), branches);
    const double nats = gain_of(*criterion_named(CriterionName::information_gain), branches) * std::log(2.0);
    RC_ASSERT(std::abs(gain_of(*tsallis_of(2.0), branches) - gini) < rounding);
    RC_ASSERT(std::abs(gain_of(*tsallis_of(1.0), branches) - nats) < rounding);
    for (const double near : {1.0 - 1e-9, 1.0 + 1e-9}) RC_ASSERT(std::abs(gain_of(*tsallis_of(near), branches) - nats) < 1e-7);
}

TEST(Criterion, an_almost_pure_node_has_a_gini_impurity_without_noise) {
    EXPECT_DOUBLE_EQ(criterion_named(CriterionName::gini)->impurity(sums_of({10'000'000'000'000, 4})), 2 * 4e-13 * (1 - 8e-13));
}

}  // namespace
}  // namespace treewright
