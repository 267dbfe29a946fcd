// Cross-validation of a learner: in each round some rows are held out, a model is trained on the others and validated on the held-out rows.
#pragma once

#include <cstdint>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/evaluation/figure.h"
#include "treewright/evaluation/scored_rows.h"
#include "treewright/resampling/plan.h"
#include "treewright/statistics/resampled.h"
#include "treewright/training/learner.h"

namespace treewright {

/// What a round's figure is: by the weight of the rows.
enum class LossKind { error_rate, mean_cost, root_mean_squared_error };

struct Round {
    std::size_t repeat = 0;
    std::size_t fold = 0;  ///< in its repeat
    double training_weight = 0.0;
    double test_weight = 0.0;
    double loss = 0.0;           ///< on the held-out rows
    double baseline = 0.0;       ///< of the majority or the mean of the training rows
    double training_loss = 0.0;  ///< of the model on its training rows
    std::size_t leaves = 0;      ///< or rules
    std::size_t depth = 0;       ///< or conditions of the longest rule
};

/// The out-of-fold predictions, in the order of the rounds and, within a round, of the table.
struct HeldOutPredictions {
    ScoredRows scored;
    Predictions baselines;    ///< one for each round: the most frequent class, with costs the cheapest one; or the mean
    std::vector<RowId> rows;  ///< of the table
    std::vector<std::uint32_t> rounds;
};

struct CrossValidation {
    LossKind kind = LossKind::error_rate;
    std::vector<Round> rounds;
    HeldOutPredictions held_out;
    double seconds = 0.0;  ///< that the fits took
};

/// Adds a round, and what was predicted for the rows that it held out (`held_out.rounds` is not looked at).
void add_round(const Round& round, const HeldOutPredictions& held_out, CrossValidation& to);

LossKind loss_kind_of(const Learner& learner);

/// One round for each list, in order: its rows are held out of `rows`.
CrossValidation cross_validate(const Learner& learner, const std::vector<Repeat>& repeats, const RowSelection& rows,
                               const Run& run);

/// The same for several learners at once: those that grow the same trees share them.
std::vector<CrossValidation> cross_validate_all(const std::vector<Learner>& learners, const std::vector<Repeat>& repeats,
                                                const RowSelection& rows, const Run& run);

/// The range of a loss.
Interval range_of(LossKind kind);
/// The mean of a figure over rounds that share rows, with Nadeau and Bengio's interval as far as the range allows. Without an
/// interval if all rounds agree, or if there is only one.
Figure figure_of_rounds(std::span<const double> figures, const RunShares& shares, const Interval& range);

/// The losses of the rounds, in order.
std::vector<double> losses_of(const CrossValidation& validation);
/// What a round tests on and trains on, for intervals that allow for the overlap.
RunShares shares_of(const CrossValidation& validation);
/// The rows as the baselines of their rounds predict them.
ScoredRows baseline_rows(const HeldOutPredictions& held_out);

}  // namespace treewright
