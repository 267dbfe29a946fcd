#include "treewright/evaluation/roc_area.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "treewright/evaluation/smooth_interval.h"

namespace treewright {

namespace {

constexpr double no_area = std::numeric_limits<double>::quiet_NaN();

std::vector<std::size_t> by_probability(const OutcomeTable& table, std::size_t class_position) {
    std::vector<std::size_t> order(table.predictions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto probability = [&](std::size_t i) { return table.predictions.probabilities_of(i)[class_position]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return probability(a) < probability(b); });
    return order;
}

/// Rows of a class and of all others.
struct Sides {
    double inside = 0.0;
    double outside = 0.0;
    void add(std::span<const double> weights, std::size_t class_position) {
        for (std::size_t j = 0; j < weights.size(); ++j) (j == class_position ? inside : outside) += weights[j];
    }
};

Sides sides_of(const OutcomeTable& table, std::size_t prediction, std::size_t class_position) {
    Sides sides;
    sides.add(table.weights_of(prediction), class_position);
    return sides;
}

Figure with_error(double area, double variance, const IntervalPlan& plan) {
    Figure figure = normal_figure(area, std::sqrt(variance), {0.0, 1.0}, plan);
    if (figure.has_interval()) figure.method = IntervalMethod::delong;
    return figure;
}

}  // namespace

RocArea roc_area(const OutcomeTable& table, std::size_t class_position) {
    RocArea roc;
    roc.above_others.resize(table.predictions.size());
    roc.below_class.resize(table.predictions.size());
    Sides all;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) all.add(table.weights_of(i), class_position);
    roc.inside = all.inside;
    roc.outside = all.outside;
    roc.area = no_area;
    if (!(all.inside > 0.0 && all.outside > 0.0)) return roc;
    const std::vector<std::size_t> order = by_probability(table, class_position);
    const auto probability = [&](std::size_t i) { return table.predictions.probabilities_of(order[i])[class_position]; };
    Sides below;
    double pairs = 0.0;
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        Sides here;
        for (end = first; end < order.size() && probability(end) == probability(first); ++end)
            here.add(table.weights_of(order[end]), class_position);
        for (std::size_t i = first; i < end; ++i) {
            roc.above_others[order[i]] = (below.outside + 0.5 * here.outside) / all.outside;
            roc.below_class[order[i]] = (all.inside - below.inside - 0.5 * here.inside) / all.inside;
        }
        pairs += here.inside * (below.outside + 0.5 * here.outside);
        below.inside += here.inside;
        below.outside += here.outside;
    }
    roc.area = pairs / (all.inside * all.outside);
    return roc;
}

Figure area_figure(const OutcomeTable& table, std::size_t class_position, const IntervalPlan& plan) {
    const RocArea roc = roc_area(table, class_position);
    Sides squares;
    for (std::size_t i = 0; i < table.predictions.size(); ++i) {
        const Sides here = sides_of(table, i, class_position);
        squares.inside += here.inside * std::pow(roc.above_others[i] - roc.area, 2);
        squares.outside += here.outside * std::pow(roc.below_class[i] - roc.area, 2);
    }
    const auto variance_of = [&](double sum, double weight) {
        const double rows = weight * table.rows_a_weight;
        return rows > 1.0 ? sum / weight / (rows - 1.0) : no_area;
    };
    return with_error(roc.area, variance_of(squares.inside, roc.inside) + variance_of(squares.outside, roc.outside), plan);
}

Figure mean_area_figure(const OutcomeTable& table, const IntervalPlan& plan) {
    std::vector<double> influence(table.weights.size(), 0.0);
    const std::vector<double> totals = class_totals(table);
    const double total = std::accumulate(totals.begin(), totals.end(), 0.0);
    double sum = 0.0;
    double areas = 0.0;
    for (std::size_t j = 0; j < table.classes(); ++j) {
        const RocArea roc = roc_area(table, j);
        if (std::isnan(roc.area)) continue;
        sum += roc.area;
        areas += 1.0;
        for (std::size_t i = 0; i < table.predictions.size(); ++i)
            for (std::size_t truth = 0; truth < table.classes(); ++truth)
                influence[i * table.classes() + truth] += truth == j ? (roc.above_others[i] - roc.area) * total / roc.inside
                                                                     : (roc.below_class[i] - roc.area) * total / roc.outside;
    }
    if (areas == 0.0) return {};
    double squares = 0.0;
    for (std::size_t cell = 0; cell < influence.size(); ++cell)
        squares += table.weights[cell] * std::pow(influence[cell] / areas, 2);
    return with_error(sum / areas, squares / total / (total * table.rows_a_weight - 1.0), plan);
}

}  // namespace treewright
