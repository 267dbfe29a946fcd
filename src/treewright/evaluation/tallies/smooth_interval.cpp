#include "treewright/evaluation/tallies/smooth_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "treewright/statistics/normal.h"
#include "treewright/statistics/random_draws.h"

namespace treewright {

namespace {

double rows_of(const SmoothFigures& figures) { return std::accumulate(figures.cells.begin(), figures.cells.end(), 0.0); }

std::vector<double> values_of(const SmoothFigures& figures) {
    std::vector<double> values(figures.ranges.size());
    figures.evaluate(figures.cells, values);
    return values;
}

/// Σ of the influences' squares and cubes over the rows.
struct InfluenceSums {
    double squares = 0.0;
    double cubes = 0.0;
};
/// One for each figure.
std::vector<InfluenceSums> influence_sums(const SmoothFigures& figures) {
    std::vector<InfluenceSums> sums(figures.ranges.size());
    for (std::size_t cell = 0; cell < figures.cells.size(); ++cell)
        figures.influences(cell, [&sums, rows = figures.cells[cell]](std::size_t figure, double influence) {
            sums[figure].squares += rows * influence * influence;
            sums[figure].cubes += rows * influence * influence * influence;
        });
    return sums;
}

/// One `PoissonDraw` for all cells of as many rows: most cells of numbers are one row.
class CellDraws {
public:
    explicit CellDraws(const std::vector<double>& cells) {
        std::map<double, std::size_t> known;
        for (const double rows : cells) {
            const auto [place, is_new] = known.try_emplace(rows, draws_.size());
            if (is_new) draws_.emplace_back(rows);
            of_cell_.push_back(place->second);
        }
    }
    [[nodiscard]] double draw(std::size_t cell, RandomDraws& random) const { return draws_[of_cell_[cell]](random); }

private:
    std::vector<PoissonDraw> draws_;
    std::vector<std::size_t> of_cell_;
};

/// The figures of every draw, one figure behind the other.
std::vector<double> drawn_figures(const SmoothFigures& figures, std::uint64_t seed) {
    const std::size_t count = figures.ranges.size();
    const CellDraws cells(figures.cells);
    std::vector<double> drawn(figures.cells.size());
    std::vector<double> values(count);
    std::vector<double> all(count * draws);
    RandomDraws random(seed);
    for (std::size_t draw = 0; draw < draws; ++draw) {
        double total = 0.0;
        while (!(total > 0.0)) {
            total = 0.0;
            for (std::size_t cell = 0; cell < drawn.size(); ++cell) total += drawn[cell] = cells.draw(cell, random);
        }
        figures.evaluate(drawn, values);
        for (std::size_t figure = 0; figure < count; ++figure) all[figure * draws + draw] = values[figure];
    }
    return all;
}

/// Where in the sorted draws the interval of a wanted tail ends.
class BcaEnds {
public:
    BcaEnds(std::span<const double> sorted, double value, double acceleration) : sorted_(sorted), acceleration_(acceleration) {
        const auto below = std::lower_bound(sorted.begin(), sorted.end(), value);
        const auto above = std::upper_bound(below, sorted.end(), value);
        const double rank = static_cast<double>(below - sorted.begin()) + 0.5 * static_cast<double>(above - below);
        // Half a draw from the ends, so that the correction stays finite.
        const double share = std::clamp(rank, 0.5, static_cast<double>(draws) - 0.5) / static_cast<double>(draws);
        bias_ = normal_quantile(share);
    }
    /// Not where nearly all draws lie on one side of the value: the interval would not hold it.
    [[nodiscard]] bool can_tell(double tail) const { return std::abs(bias_) < -normal_quantile(tail); }
    [[nodiscard]] double at(double tail) const {
        const double z = bias_ + normal_quantile(tail);
        const double scale =
            1.0 - acceleration_ * z;  // at 0 the correction goes to an end of the draws, and does not come back
        const double corrected = scale > 0.0 ? normal_share(bias_ + z / scale) : (z > 0.0 ? 1.0 : 0.0);
        const double place = corrected * static_cast<double>(sorted_.size() + 1) - 1.0;
        const double clamped = std::clamp(place, 0.0, static_cast<double>(sorted_.size() - 1));
        const auto lower = static_cast<std::size_t>(clamped);
        const double next = sorted_[std::min(lower + 1, sorted_.size() - 1)];
        return std::lerp(sorted_[lower], next, clamped - static_cast<double>(lower));
    }

private:
    std::span<const double> sorted_;
    double acceleration_;
    double bias_ = 0.0;
};

}  // namespace

Figure normal_figure(double value, double error, const Interval& range, const IntervalPlan& plan) {
    if (!(error > 0.0 && std::isfinite(error))) return {value, {}, IntervalMethod::none};
    const double reach = normal_quantile(0.5 + plan.confidence / 2.0) * error;
    return {value, {std::max(range.low, value - reach), std::min(range.high, value + reach)}, IntervalMethod::normal};
}

std::vector<Figure> normal_figures(const SmoothFigures& figures, const IntervalPlan& plan) {
    const std::vector<double> values = values_of(figures);
    const double rows = rows_of(figures);
    const std::vector<InfluenceSums> sums = influence_sums(figures);
    std::vector<Figure> found;
    for (std::size_t figure = 0; figure < values.size(); ++figure) {
        const double error = rows > 1.0 ? std::sqrt(sums[figure].squares / (rows * (rows - 1.0))) : 0.0;
        found.push_back(normal_figure(values[figure], error, figures.ranges[figure], plan));
    }
    return found;
}

std::vector<Figure> bootstrap_figures(const SmoothFigures& figures, const IntervalPlan& plan) {
    const std::vector<double> values = values_of(figures);
    if (rows_of(figures) < least_rows_to_draw) {
        std::vector<Figure> found;
        for (const double value : values) found.push_back({value});
        return found;
    }
    std::vector<double> drawn = drawn_figures(figures, plan.seed);
    const double tail = (1.0 - plan.confidence) / 2.0;
    const std::vector<InfluenceSums> all_sums = influence_sums(figures);
    std::vector<Figure> found;
    for (std::size_t figure = 0; figure < values.size(); ++figure) {
        const std::span<double> mine = std::span(drawn).subspan(figure * draws, draws);
        std::sort(mine.begin(), mine.end());
        const InfluenceSums& sums = all_sums[figure];
        if (!(sums.squares > 0.0) || std::isnan(values[figure]) || mine.front() == mine.back()) {
            found.push_back({values[figure]});
            continue;
        }
        const BcaEnds ends(mine, values[figure], sums.cubes / (6.0 * std::pow(sums.squares, 1.5)));
        found.push_back(ends.can_tell(tail)
                            ? Figure{values[figure], {ends.at(tail), ends.at(1.0 - tail)}, IntervalMethod::bootstrap}
                            : Figure{values[figure]});
    }
    return found;
}

std::vector<Figure> figures_of(const SmoothFigures& figures, const IntervalPlan& plan) {
    return plan.values_only || rows_of(figures) > most_rows_to_draw ? normal_figures(figures, plan)
                                                                    : bootstrap_figures(figures, plan);
}

}  // namespace treewright
