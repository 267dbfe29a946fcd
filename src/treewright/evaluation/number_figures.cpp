#include "treewright/evaluation/number_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "treewright/base/order_free_sum.h"
#include "treewright/evaluation/scored_rows.h"
#include "treewright/evaluation/tallies/smooth_interval.h"

namespace treewright {

namespace {

/// Means over rows of errors and targets and of their powers, in a few passes and whatever the order of the rows: weighted, but for the
/// weight.
struct NumberSums {
    double weight = 0.0;         ///< of all rows
    double target = 0.0;         ///< the target
    double variance = 0.0;       ///< (target − mean)²
    double sizes = 0.0;          ///< |error|
    double squares = 0.0;        ///< error²
    double fourth = 0.0;         ///< error⁴
    double target_fourth = 0.0;  ///< (target − mean)⁴
    double products = 0.0;       ///< error²·(target − mean)²
};

/// Rows are taken in blocks: what is gathered into arrays first can then be summed several numbers at a time. One loop over all rows, with
/// the look-up of the prediction in it, took twice as long.
constexpr std::size_t rows_per_block = 1024;
static_assert(rows_per_block <= UnitSum::most_parts);
using Block = std::array<double, rows_per_block>;

struct Largest {
    double error = 0.0;
    double lowest_target = std::numeric_limits<double>::infinity();
    double highest_target = -std::numeric_limits<double>::infinity();
    double weight = 1.0;
};

double error_at(const ScoredRows& rows, std::size_t row) {
    return rows.targets[row] - rows.predictions.values[rows.prediction[row]];
}

Largest largest_of(const ScoredRows& rows) {
    Largest largest;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        largest.error = std::max(largest.error, std::abs(error_at(rows, row)));
        largest.lowest_target = std::min(largest.lowest_target, rows.targets[row]);
        largest.highest_target = std::max(largest.highest_target, rows.targets[row]);
    }
    if (!rows.weights.empty()) largest.weight = *std::max_element(rows.weights.begin(), rows.weights.end());
    return largest;
}

/// What makes numbers of at most this size numbers from 0 to 1.
double part_of_one(double whole) { return whole > 0.0 ? 1.0 / whole : 0.0; }

/// Calls use(first row, count, weights as parts of the largest) for every block.
template <class Use>
void for_each_block(const ScoredRows& rows, double largest_weight, const Use& use) {
    Block weights;
    weights.fill(1.0);
    const double part = part_of_one(largest_weight);
    for (std::size_t first = 0; first < rows.rows(); first += rows_per_block) {
        const std::size_t count = std::min(rows_per_block, rows.rows() - first);
        for (std::size_t i = 0; !rows.weights.empty() && i < count; ++i)
            weights[i] = std::min(1.0, rows.weights[first + i] * part);
        use(first, count, weights);
    }
}

struct Centre {
    double weight = 0.0;  ///< of all rows, in parts of the largest
    double mean = 0.0;    ///< of the targets
};

Centre centre_of(const ScoredRows& rows, const Largest& largest) {
    UnitSum weights;
    UnitSum targets;
    // By halves: the range of the targets may be beyond the doubles.
    const double low = largest.lowest_target / 2.0;
    const double part = part_of_one(largest.highest_target / 2.0 - low);
    for_each_block(rows, largest.weight, [&](std::size_t first, std::size_t count, const Block& weight) {
        for (std::size_t i = 0; i < count; ++i) {
            weights.add(weight[i]);
            targets.add(weight[i] * std::min(1.0, (rows.targets[first + i] / 2.0 - low) * part));
        }
        weights.settle();
        targets.settle();
    });
    const double share = targets.value() / weights.value();
    return {weights.value(), largest.lowest_target * (1.0 - share) + largest.highest_target * share};
}

/// Powers of errors and of targets around their mean, both in parts of the largest.
struct PowerSums {
    UnitSum sizes;
    UnitSum squares;
    UnitSum fourth;
    UnitSum variance;
    UnitSum target_fourth;
    UnitSum products;

    void add(const Block& errors, const Block& around, const Block& weights, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const double error_square = errors[i] * errors[i];
            const double target_square = around[i] * around[i];
            sizes.add(weights[i] * errors[i]);
            squares.add(weights[i] * error_square);
            fourth.add(weights[i] * error_square * error_square);
            variance.add(weights[i] * target_square);
            target_fourth.add(weights[i] * target_square * target_square);
            products.add(weights[i] * error_square * target_square);
        }
        for (UnitSum* sum : {&sizes, &squares, &fourth, &variance, &target_fourth, &products}) sum->settle();
    }
};

/// Errors and targets are counted in parts of the largest, so that nothing overflows: fourth powers of 1e90 may be infinite, sums are not.
NumberSums sum_numbers(const ScoredRows& rows) {
    const Largest largest = largest_of(rows);
    const Centre centre = centre_of(rows, largest);
    const double reach = std::max(largest.highest_target - centre.mean, centre.mean - largest.lowest_target);
    const double error_part = part_of_one(largest.error);
    const double target_part = part_of_one(reach);
    PowerSums sums;
    Block errors;
    Block around;
    for_each_block(rows, largest.weight, [&](std::size_t first, std::size_t count, const Block& weights) {
        for (std::size_t i = 0; i < count; ++i) errors[i] = std::min(1.0, std::abs(error_at(rows, first + i)) * error_part);
        for (std::size_t i = 0; i < count; ++i)
            around[i] = std::min(1.0, std::abs(rows.targets[first + i] - centre.mean) * target_part);
        sums.add(errors, around, weights, count);
    });
    const auto mean = [&](const UnitSum& sum, double factor) { return sum.value() / centre.weight * factor; };
    const double error_square = largest.error * largest.error;
    const double target_square = reach * reach;
    NumberSums means;
    means.weight = centre.weight * largest.weight;
    means.target = centre.mean;
    means.variance = mean(sums.variance, target_square);
    means.sizes = mean(sums.sizes, largest.error);
    means.squares = mean(sums.squares, error_square);
    means.fourth = mean(sums.fourth, error_square * error_square);
    means.target_fourth = mean(sums.target_fourth, target_square * target_square);
    means.products = mean(sums.products, error_square * target_square);
    return means;
}

/// The mean of |target − constant|.
double mean_distance(const ScoredRows& rows, double constant) {
    double largest = 0.0;
    for (const double target : rows.targets) largest = std::max(largest, std::abs(target - constant));
    const double part = part_of_one(largest);
    const double weight = rows.weights.empty() ? 1.0 : *std::max_element(rows.weights.begin(), rows.weights.end());
    UnitSum weights;
    UnitSum distances;
    for_each_block(rows, weight, [&](std::size_t first, std::size_t count, const Block& weight_of) {
        for (std::size_t i = 0; i < count; ++i) {
            weights.add(weight_of[i]);
            distances.add(weight_of[i] * std::min(1.0, std::abs(rows.targets[first + i] - constant) * part));
        }
        weights.settle();
        distances.settle();
    });
    return distances.value() / weights.value() * largest;
}

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr Interval from_zero{0.0, std::numeric_limits<double>::infinity()};
constexpr Interval to_one{-std::numeric_limits<double>::infinity(), 1.0};

/// Rows of one target and one predicted number.
struct EqualRows {
    double target = 0.0;
    double value = 0.0;
    double rows = 0.0;
};

std::vector<EqualRows> cells_of(const ScoredRows& rows, double rows_per_weight) {
    std::vector<EqualRows> cells;
    for (std::size_t row = 0; row < rows.rows(); ++row)
        cells.push_back({rows.targets[row], rows.predictions.values[rows.prediction[row]], rows.weight(row) * rows_per_weight});
    std::sort(cells.begin(), cells.end(), [](const EqualRows& a, const EqualRows& b) {
        return std::tie(a.target, a.value, a.rows) < std::tie(b.target, b.value, b.rows);
    });
    std::vector<EqualRows> merged;
    for (const EqualRows& cell : cells) {
        if (!merged.empty() && merged.back().target == cell.target && merged.back().value == cell.value)
            merged.back().rows += cell.rows;
        else
            merged.push_back(cell);
    }
    return merged;
}

/// RMSE, MAE and R², in this order.
class SmoothNumberFigures {
public:
    explicit SmoothNumberFigures(std::vector<EqualRows> cells) : cells_(std::move(cells)) {
        std::vector<double> rows;
        for (const EqualRows& cell : cells_) rows.push_back(cell.rows);
        all_ = means_of(rows);
    }
    struct Means {
        double target = 0.0;
        double squares = 0.0;   ///< of the errors
        double sizes = 0.0;     ///< of the errors
        double variance = 0.0;  ///< of the targets
    };
    [[nodiscard]] const Means& means() const { return all_; }

    [[nodiscard]] SmoothFigures figures() const {
        SmoothFigures smooth;
        for (const EqualRows& cell : cells_) smooth.cells.push_back(cell.rows);
        smooth.ranges = {from_zero, from_zero, to_one};
        smooth.evaluate = [this](std::span<const double> rows, std::span<double> into) {
            const Means means = means_of(rows);
            into[0] = std::sqrt(means.squares);
            into[1] = means.sizes;
            into[2] = means.variance > 0.0 ? 1.0 - means.squares / means.variance : all_.variance > 0.0 ? 0.0 : undefined;
        };
        smooth.influences = [this](std::size_t cell, const TakeInfluence& take) {
            for (std::size_t figure = 0; figure < 3; ++figure) take(figure, influence(figure, cells_[cell]));
        };
        return smooth;
    }

private:
    /// Targets are taken from the middle one, so that the variance does not cancel.
    [[nodiscard]] Means means_of(std::span<const double> rows) const {
        const double middle = cells_[cells_.size() / 2].target;
        Means means;
        double total = 0.0;
        double target_squares = 0.0;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const double error = cells_[i].target - cells_[i].value;
            const double around = cells_[i].target - middle;
            total += rows[i];
            means.target += rows[i] * around;
            target_squares += rows[i] * around * around;
            means.squares += rows[i] * error * error;
            means.sizes += rows[i] * std::abs(error);
        }
        const double mean = means.target / total;
        means.target = middle + mean;
        means.squares /= total;
        means.sizes /= total;
        means.variance = std::max(0.0, target_squares / total - mean * mean);
        if (cells_.front().target == cells_.back().target) means.variance = 0.0;  // whatever the mean was rounded to
        return means;
    }
    [[nodiscard]] double influence(std::size_t figure, const EqualRows& cell) const {
        const double error = cell.target - cell.value;
        if (figure == 1) return std::abs(error) - all_.sizes;
        if (figure == 0) return all_.squares > 0.0 ? (error * error - all_.squares) / (2.0 * std::sqrt(all_.squares)) : 0.0;
        if (!(all_.variance > 0.0)) return 0.0;
        const double around_mean = cell.target - all_.target;
        return (all_.squares / all_.variance * around_mean * around_mean - error * error) / all_.variance;
    }

    std::vector<EqualRows> cells_;
    Means all_;
};

}  // namespace

NumberFigures drawn_number_figures(const ScoredRows& rows, const IntervalPlan& plan) {
    const double scale = rows.rows_per_weight();
    const SmoothNumberFigures smooth(cells_of(rows, scale));
    const SmoothFigures list = smooth.figures();
    const std::vector<Figure> found = bootstrap_figures(list, plan);
    const double total = std::accumulate(list.cells.begin(), list.cells.end(), 0.0) / scale;
    return {total, smooth.means().target, smooth.means().variance, found[0], found[1], found[2]};
}

NumberFigures summed_number_figures(const ScoredRows& rows, const IntervalPlan& plan) {
    const NumberSums sums = sum_numbers(rows);
    const double count = sums.weight * rows.rows_per_weight();
    const auto figure = [&](double value, double variance, const Interval& range) {
        return normal_figure(value, std::sqrt(variance / (count - 1.0)), range, plan);
    };
    NumberFigures figures{sums.weight, sums.target, sums.variance, {}, {}, {}};
    const double rmse = std::sqrt(sums.squares);
    // The variance of the influences, as in SmoothNumberFigures.
    figures.rmse = figure(rmse, (sums.fourth - sums.squares * sums.squares) / (4.0 * sums.squares), from_zero);
    figures.mae = figure(sums.sizes, sums.squares - sums.sizes * sums.sizes, from_zero);
    if (!(sums.variance > 0.0)) return figures;
    const double lost = sums.squares / sums.variance;
    const double spread = sums.fourth - 2.0 * lost * sums.products + lost * lost * sums.target_fourth;
    figures.r_squared = figure(1.0 - lost, spread / (sums.variance * sums.variance), to_one);
    return figures;
}

NumberFigures constant_figures(const ScoredRows& rows, double constant, const NumberFigures& figures) {
    NumberFigures found{figures.rows, figures.mean, figures.variance, {}, {}, {}};
    const double squares = figures.variance + (figures.mean - constant) * (figures.mean - constant);
    found.rmse.value = std::sqrt(squares);
    found.mae.value = mean_distance(rows, constant);
    if (figures.variance > 0.0) found.r_squared.value = 1.0 - squares / figures.variance;
    return found;
}

NumberFigures figures_of(const ScoredRows& rows, const IntervalPlan& plan) {
    const double scale = rows.rows_per_weight();
    // Rows, because they are drawn; with weights as numbers of rows the sum, because that decides how sure a figure is.
    const double count = rows.weights.empty()
                             ? static_cast<double>(rows.rows())
                             : scale * order_free_sum(rows.rows(), [&](std::size_t row) { return rows.weights[row]; });
    return count > most_rows_to_draw || static_cast<double>(rows.rows()) > most_rows_to_draw ? summed_number_figures(rows, plan)
                                                                                             : drawn_number_figures(rows, plan);
}

}  // namespace treewright
