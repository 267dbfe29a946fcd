#include "treewright/resampling/comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/exact_sum.h"
#include "treewright/resampling/round_internal.h"

namespace treewright {

namespace {

template <class Figure>
double learner_mean(const CrossValidation& learner, Figure figure) {
    double sum = 0.0;
    for (const Round& round : learner.rounds) sum += static_cast<double>(figure(round));
    return sum / static_cast<double>(learner.rounds.size());
}

bool is_tie(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(a, b); }

/// How many of the rows are predicted better by one of two learners; a row that is held out in every repeat counts once in all.
double sign_test_of_rows(const CrossValidation& ours, const CrossValidation& theirs, const CostMatrix& costs) {
    ExactMoments worse;  // whose sums have no order
    ExactMoments better;
    const ScoredRows& rows = ours.held_out.scored;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        const double mine = row_loss(rows, row, costs);
        const double other = row_loss(theirs.held_out.scored, row, costs);
        if (!is_tie(mine, other)) (mine > other ? worse : better).add(rows.weight(row), 0.0);
    }
    const auto repeats = static_cast<double>(ours.rounds.back().repeat + 1);
    return sign_test(worse.total_weight() / repeats, better.total_weight() / repeats);
}

PairResult compare_pair(const CrossValidation& one, const CrossValidation& other, const CostMatrix& costs) {
    PairResult pair;
    const std::vector<double> ours = losses_of(one);
    const std::vector<double> theirs = losses_of(other);
    std::vector<double> differences;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        // Rounding residue is not a difference: rounds that tie up to rounding would seem to differ significantly.
        const double difference = is_tie(ours[i], theirs[i]) ? 0.0 : ours[i] - theirs[i];
        differences.push_back(difference);
        ++(difference < 0.0 ? pair.wins : difference > 0.0 ? pair.defeats : pair.ties);
    }
    pair.difference = spread_of(differences).mean;
    pair.test = corrected_run_test(differences, shares_of(one));
    pair.by_rows = std::isinf(pair.test.t);
    if (pair.by_rows) pair.test.p_value = sign_test_of_rows(one, other, costs);
    return pair;
}

/// The baselines of the rounds, as if a learner had predicted them.
CrossValidation baseline_of(const CrossValidation& learner) {
    CrossValidation baseline = learner;
    for (Round& round : baseline.rounds) round.loss = round.baseline;
    baseline.held_out.scored = baseline_rows(learner.held_out);
    return baseline;
}

}  // namespace

double mean_loss(const CrossValidation& learner) {
    return learner_mean(learner, [](const Round& round) { return round.loss; });
}
double mean_leaves(const CrossValidation& learner) {
    return learner_mean(learner, [](const Round& round) { return round.leaves; });
}
double mean_depth(const CrossValidation& learner) {
    return learner_mean(learner, [](const Round& round) { return round.depth; });
}

bool does_better(const CrossValidation& learner, const CrossValidation& other) {
    const double ours = mean_loss(learner);
    const double theirs = mean_loss(other);
    return is_tie(ours, theirs) ? mean_leaves(learner) < mean_leaves(other) : ours < theirs;
}

Comparison compare_learners(const std::vector<CrossValidation>& learners, const CostMatrix& costs) {
    Comparison comparison;
    std::vector<double> p_values;
    for (std::size_t i = 0; i < learners.size(); ++i) {
        check_invariant(learners[i].rounds.size() == learners[0].rounds.size() && learners[i].rounds.size() >= 2,
                        "learners on the same rounds");
        for (std::size_t j = i + 1; j < learners.size(); ++j) {
            PairResult& pair = comparison.pairs.emplace_back(compare_pair(learners[i], learners[j], costs));
            pair.first = i, pair.second = j;
            p_values.push_back(comparison.pairs.back().test.p_value);
        }
        if (does_better(learners[i], learners[comparison.best])) comparison.best = i;
    }
    const std::vector<double> adjusted = holm_adjusted(p_values);
    for (std::size_t i = 0; i < adjusted.size(); ++i) comparison.pairs[i].adjusted = adjusted[i];
    return comparison;
}

PairResult compare_with_baseline(const CrossValidation& learner, const CostMatrix& costs) {
    return compare_pair(learner, baseline_of(learner), costs);
}

PairResult pair_of(const Comparison& comparison, std::size_t first, std::size_t second) {
    for (PairResult pair : comparison.pairs) {
        if (pair.first == first && pair.second == second) return pair;
        if (pair.first != second || pair.second != first) continue;
        std::swap(pair.first, pair.second);
        std::swap(pair.wins, pair.defeats);
        pair.difference = -pair.difference;
        pair.test.t = -pair.test.t;
        return pair;
    }
    throw InternalError("no such pair");
}

}  // namespace treewright
