#include "treewright/resampling/comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

namespace {

template <class Figure>
double mean_of(const CrossValidation& learner, Figure figure) {
    double sum = 0.0;
    for (const Round& round : learner.rounds) sum += static_cast<double>(figure(round));
    return sum / static_cast<double>(learner.rounds.size());
}

bool is_tie(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(a, b); }

PairResult compare_pair(const std::vector<CrossValidation>& learners, std::size_t first, std::size_t second) {
    PairResult pair{first, second};
    const std::vector<double> ours = losses_of(learners[first]);
    const std::vector<double> theirs = losses_of(learners[second]);
    std::vector<double> differences;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        // What rounding leaves is no difference: rounds that tie all but for it would seem to differ beyond chance.
        const double difference = is_tie(ours[i], theirs[i]) ? 0.0 : ours[i] - theirs[i];
        differences.push_back(difference);
        ++(difference < 0.0 ? pair.wins : difference > 0.0 ? pair.defeats : pair.ties);
    }
    pair.difference = spread_of(differences).mean;
    pair.test = corrected_run_test(differences, shares_of(learners[first]));
    return pair;
}

}  // namespace

double mean_loss(const CrossValidation& learner) {
    return mean_of(learner, [](const Round& round) { return round.loss; });
}
double mean_leaves(const CrossValidation& learner) {
    return mean_of(learner, [](const Round& round) { return round.leaves; });
}
double mean_depth(const CrossValidation& learner) {
    return mean_of(learner, [](const Round& round) { return round.depth; });
}

bool does_better(const CrossValidation& learner, const CrossValidation& other) {
    const double ours = mean_loss(learner);
    const double theirs = mean_loss(other);
    return is_tie(ours, theirs) ? mean_leaves(learner) < mean_leaves(other) : ours < theirs;
}

Comparison compare_learners(const std::vector<CrossValidation>& learners) {
    Comparison comparison;
    std::vector<double> p_values;
    for (std::size_t i = 0; i < learners.size(); ++i) {
        check_invariant(learners[i].rounds.size() == learners[0].rounds.size() && learners[i].rounds.size() >= 2,
                        "learners on the same rounds");
        for (std::size_t j = i + 1; j < learners.size(); ++j) {
            comparison.pairs.push_back(compare_pair(learners, i, j));
            p_values.push_back(comparison.pairs.back().test.p_value);
        }
        if (does_better(learners[i], learners[comparison.best])) comparison.best = i;
    }
    const std::vector<double> adjusted = holm_adjusted(p_values);
    for (std::size_t i = 0; i < adjusted.size(); ++i) comparison.pairs[i].adjusted = adjusted[i];
    return comparison;
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
