#include "treewright/evaluation/tallies/number_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "treewright/base/order_free_sum.h"

namespace treewright {

namespace {

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

}  // namespace

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

}  // namespace treewright
