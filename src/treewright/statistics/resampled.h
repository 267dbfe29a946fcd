// Figures of repeated runs: one number for each fold or random split, and what their mean says about rows that nobody has seen.
//
// Runs whose training rows overlap are not independent, and their plain interval is too narrow. Nadeau and Bengio (Machine Learning
// 52, 2003) widen it: the variance of the mean is (1/J + n_test/n_train)·s² instead of s²/J.
#pragma once

#include <span>
#include <vector>

#include "treewright/statistics/intervals.h"

namespace treewright {

/// Mean and spread of the figures of J runs.
struct RunSpread {
    std::size_t runs = 0;
    double mean = 0.0;
    double deviation = 0.0;  ///< s, divided by J − 1; NaN with one run
};
/// Depends on the order of the runs in the last bits: give them in the order of the plan.
[[nodiscard]] RunSpread spread_of(std::span<const double> figures);

/// mean ± 1.96·s/√J, as the texts have it: right where the runs are independent. Infinite with one run.
[[nodiscard]] Interval plain_run_interval(const RunSpread& spread, double confidence = usual_confidence);

/// How much of the rows a run tests on, to how much it trains on: 1/9 for ten folds, 3/7 for a hold-out of 30 %.
struct RunShares {
    double test = 0.0;
    double training = 1.0;
};
/// Nadeau and Bengio's, with t and J − 1 degrees of freedom. Infinite with one run.
[[nodiscard]] Interval corrected_run_interval(const RunSpread& spread, const RunShares& shares,
                                              double confidence = usual_confidence);

/// The corrected resampled t-test of two learners on the same runs.
struct RunTest {
    double t = 0.0;  ///< 0 if the figures are the same in every run, infinite if they differ by the same in all
    double p_value =
        1.0;  ///< two-sided; 1 with one run, and where t is infinite: runs that all agree have no spread to judge by
};
/// `differences`: one learner's figure minus the other's, run by run.
[[nodiscard]] RunTest corrected_run_test(std::span<const double> differences, const RunShares& shares);

/// The exact sign test, two-sided (of errors: McNemar's): how likely it is that as many or more of those who differ do so in one direction,
/// if both are equally likely. Weights count as rows, so that the numbers need not be whole.
[[nodiscard]] double sign_test(double worse, double better);

/// Holm's correction for several tests at once: adjusted p values, in the order given. A difference is real at level a where its
/// adjusted p value is at most a.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace treewright
