#include "treewright/evaluation/permutation_importance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "treewright/base/order_free_sum.h"
#include "treewright/data/content_hash.h"
#include "treewright/evaluation/tallies/smooth_interval.h"
#include "treewright/statistics/random_draws.h"

namespace treewright {

namespace {

/// The rows in canonical order (equal rows adjacent), so that their order in the table does not matter.
std::vector<RowId> canonical_order(const std::vector<std::uint64_t>& hashes) {
    std::vector<std::uint32_t> order = row_numbers(hashes.size());
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::pair(hashes[a], a) < std::pair(hashes[b], b); });
    return order;
}

/// Fisher and Yates, with draws that are the same for every compiler.
void shuffle(std::vector<std::uint32_t>& items, RandomDraws& random) {
    for (std::size_t left = items.size(); left > 1; --left) {
        const auto drawn = static_cast<std::size_t>(random.uniform() * static_cast<double>(left));
        std::swap(items[left - 1], items[std::min(drawn, left - 1)]);
    }
}

/// The column with the cell of order[i] in the row to[i].
Column rearranged(const Column& column, std::span<const std::uint32_t> order, std::span<const std::uint32_t> to) {
    Column other;
    other.schema = column.schema;
    other.position = column.position;
    if (!column.has_values()) {
        other.codes.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) other.codes[to[i]] = column.codes[order[i]];
        return other;
    }
    std::vector<double> values(order.size());
    column.values.visit([&](auto cells) {
        for (std::size_t i = 0; i < order.size(); ++i) values[to[i]] = static_cast<double>(cells[order[i]]) + 0.0;
    });
    other.values = Numbers(std::move(values));
    return other;
}

/// The loss of each row: 1 for a wrong class, or the squared error.
class RowLosses {
public:
    RowLosses(const AnyPredictor& predictor, const TrainingSet& set) : predictor_(predictor), set_(set) {}

    [[nodiscard]] std::vector<double> all(const Threads& threads) const {
        ScoredRows scored;
        std::vector<double> losses(set_.rows);
        score(predictor_, set_.features, set_.rows, threads, scored);
        const bool classes = scored.predictions.classes > 0;
        for (std::size_t row = 0; row < set_.rows; ++row) {
            const std::uint32_t found = scored.prediction[row];
            if (classes)
                losses[row] = scored.predictions.labels[found] == set_.class_of(row) ? 0.0 : 1.0;
            else
                losses[row] = std::pow(set_.target.values[row] - scored.predictions.values[found], 2);
        }
        return losses;
    }

private:
    const AnyPredictor& predictor_;
    const TrainingSet& set_;
};

/// Means over the shuffles: what each row lost with the values of others, and what others lost with its value.
struct ShuffledLosses {
    std::vector<double> taken;
    std::vector<double> given;
};

/// From losses before and after to the rise of the figure. A row enters it twice: by what it loses, and by what its value, given to
/// others, makes them lose. Without the second the interval would be too narrow, however many rows there are.
class Rise {
public:
    Rise(const TrainingSet& set, const ShufflePlan& plan)
        : set_(set), plan_(plan), total_(sum([](std::size_t) { return 1.0; })), rows_(total_ * rows_per_weight(set)) {}

    [[nodiscard]] Figure between(const std::vector<double>& before, const ShuffledLosses& after) const {
        const auto mean_of = [&](const std::vector<double>& losses) {
            return sum([&](std::size_t row) { return losses[row]; }) / total_;
        };
        const double old_mean = mean_of(before);
        const double new_mean = mean_of(after.taken);
        const double given_mean = mean_of(after.given);
        const bool rooted = set_.task() == Task::regression;
        const auto slope = [&](double mean) { return !rooted ? 1.0 : mean > 0.0 ? 0.5 / std::sqrt(mean) : 0.0; };
        const double old_slope = slope(old_mean);
        const double new_slope = slope(new_mean);
        const double squares = sum([&](std::size_t row) {
            const double taken_and_given = after.taken[row] - new_mean + after.given[row] - given_mean;
            const double influence = new_slope * taken_and_given - old_slope * (before[row] - old_mean);
            return influence * influence;
        });
        const double rise = rooted ? std::sqrt(new_mean) - std::sqrt(old_mean) : new_mean - old_mean;
        constexpr double infinity = std::numeric_limits<double>::infinity();
        return normal_figure(rise, std::sqrt(squares / total_ / (rows_ - 1.0)), {-infinity, infinity}, plan_.intervals);
    }

private:
    template <class Term>
    [[nodiscard]] double sum(const Term& term) const {
        return order_free_sum(set_.rows, [&](std::size_t row) { return set_.weight(row) * term(row); });
    }
    const TrainingSet& set_;
    const ShufflePlan& plan_;
    double total_;
    double rows_;
};

}  // namespace

std::vector<Figure> permutation_importance(const AnyPredictor& predictor, TrainingSet& set, const ShufflePlan& plan,
                                           const Run& run) {
    const std::vector<RowId> order = canonical_order(row_hashes(set, plan.intervals.seed, run));
    const RowLosses losses(predictor, set);
    const Rise rise(set, plan);
    const std::vector<double> before = losses.all(run.threads);
    std::vector<Figure> figures(set.features.size(), Figure{0.0, {}, IntervalMethod::none});
    const auto pieces = static_cast<double>(set.features.size() * plan.repeats);
    for (FeatureId feature = 0; feature < figures.size(); ++feature) {
        if (!predictor.uses_feature()[feature]) continue;
        RandomDraws random(plan.intervals.seed * 1000003 + feature);
        const Column original = set.features[feature];
        ShuffledLosses after{std::vector<double>(set.rows, 0.0), std::vector<double>(set.rows, 0.0)};
        std::vector<std::uint32_t> to = order;
        for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
            run.progress.report("shuffling columns", static_cast<double>(feature * plan.repeats + repeat) / pieces);
            shuffle(to, random);
            set.features[feature] = rearranged(original, order, to);
            const std::vector<double> shuffled = losses.all(run.threads);
            for (std::size_t i = 0; i < order.size(); ++i) {
                after.taken[to[i]] += shuffled[to[i]] / static_cast<double>(plan.repeats);
                after.given[order[i]] += shuffled[to[i]] / static_cast<double>(plan.repeats);
            }
        }
        set.features[feature] = original;
        figures[feature] = rise.between(before, after);
    }
    return figures;
}

}  // namespace treewright
