// Statistics of repeated runs: one figure per fold or random split, and inference from their mean to unseen rows.
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

/// mean ± 1.96·s/√J, as in the textbooks: valid if the runs are independent. Infinite with one run.
[[nodiscard]] Interval plain_run_interval(const RunSpread& spread, double confidence = default_confidence);

/// The shares of the rows that a run tests and trains on. Their ratio is 1/9 for ten folds, 3/7 for a hold-out of 30 %.
struct RunShares {
    double test = 0.0;
    double training = 1.0;
};
/// Nadeau and Bengio's, with t and J − 1 degrees of freedom. Infinite with one run.
[[nodiscard]] Interval corrected_run_interval(const RunSpread& spread, const RunShares& shares,
                                              double confidence = default_confidence);

/// The corrected resampled t-test of two learners on the same runs.
struct RunTest {
    double t = 0.0;  ///< 0 if the figures are the same in every run, infinite if they differ by the same in all
    double p_value =
        1.0;  ///< two-sided; 1 with one run, and if t is infinite: runs that all agree give no estimate of the variance
};
/// `differences`: one learner's figure minus the other's, run by run.
[[nodiscard]] RunTest corrected_run_test(std::span<const double> differences, const RunShares& shares);

/// The exact sign test, two-sided (of errors: McNemar's): the probability that at least as many of the pairs that differ do so
/// in one direction, if both are equally likely. Weights count as rows, so the numbers need not be integers.
[[nodiscard]] double sign_test(double worse, double better);

/// Holm's correction for multiple testing: adjusted p-values, in the order given. A difference is significant at level a if its
/// adjusted p-value is at most a.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace treewright
