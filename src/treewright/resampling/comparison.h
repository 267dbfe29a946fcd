// Pairwise comparison of learners on the same folds: which differences are significant.
#pragma once

#include <string>
#include <vector>

#include "treewright/resampling/cross_validation.h"

namespace treewright {

/// One learner against another, over the same rounds.
struct PairResult {
    std::size_t first = 0;
    std::size_t second = 0;
    double difference = 0.0;  ///< mean loss of the first minus that of the second
    std::size_t wins = 0;     ///< rounds in which the first loses less
    std::size_t ties = 0;
    std::size_t defeats = 0;
    RunTest test = {};  ///< corrected for rounds that share training rows
    bool by_rows =
        false;  ///< all rounds differ by the same amount, so that there is no spread: p is that of the sign test over the rows
    double adjusted = 1.0;  ///< its p-value by Holm, over all pairs
};

struct Comparison {
    std::vector<PairResult> pairs;  ///< every pair once, `first` before `second`
    std::size_t best = 0;           ///< least mean loss; of equals the one with fewer leaves, then the first
};

/// All have the same rounds, at least two of them. `costs`: those by which all were scored.
Comparison compare_learners(const std::vector<CrossValidation>& learners, const CostMatrix& costs = {});

/// A learner against the majority or the mean of its training rows.
PairResult compare_with_baseline(const CrossValidation& learner, const CostMatrix& costs = {});

/// The pair of two learners, from the view of `first`.
PairResult pair_of(const Comparison& comparison, std::size_t first, std::size_t second);

/// Whether one is to be preferred: less mean loss, or, within rounding of it, fewer leaves.
bool does_better(const CrossValidation& learner, const CrossValidation& other);

double mean_loss(const CrossValidation& learner);
double mean_leaves(const CrossValidation& learner);
double mean_depth(const CrossValidation& learner);

}  // namespace treewright
