#include "treewright/evaluation/number_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "treewright/base/order_free_sum.h"

namespace treewright {

namespace {

/// Largest sizes, which make numbers between 0 and 1 of everything that is summed.
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

double part_of_one(double whole) { return whole > 0.0 ? 1.0 / whole : 0.0; }

/// Calls add(row, weight as a part of the largest) for every row and settle() every few thousand.
template <class Add, class Settle>
void for_each_row(const ScoredRows& rows, double largest_weight, const Add& add, const Settle& settle) {
    const double weight_part = part_of_one(largest_weight);
    for (std::size_t first = 0; first < rows.rows(); first += UnitSum::most_parts) {
        const std::size_t end = std::min(rows.rows(), first + UnitSum::most_parts);
        if (rows.weights.empty())
            for (std::size_t row = first; row < end; ++row) add(row, 1.0);
        else
            for (std::size_t row = first; row < end; ++row) add(row, std::min(1.0, rows.weights[row] * weight_part));
        settle();
    }
}

struct Centre {
    double weight = 0.0;  ///< of all rows, in parts of the largest
    double mean = 0.0;    ///< of the targets
};

Centre centre_of(const ScoredRows& rows, const Largest& largest) {
    UnitSum weights;
    UnitSum targets;
    // By halves: the range of targets may be beyond the doubles.
    const double part = part_of_one(largest.highest_target / 2.0 - largest.lowest_target / 2.0) / 2.0;
    for_each_row(
        rows, largest.weight,
        [&](std::size_t row, double weight) {
            weights.add(weight);
            targets.add(weight * std::min(1.0, (rows.targets[row] / 2.0 - largest.lowest_target / 2.0) * (2.0 * part)));
        },
        [&] {
            weights.settle();
            targets.settle();
        });
    const double share = targets.value() / weights.value();
    return {weights.value(), largest.lowest_target * (1.0 - share) + largest.highest_target * share};
}

}  // namespace

NumberSums sum_numbers(const ScoredRows& rows) {
    const Largest largest = largest_of(rows);
    const Centre centre = centre_of(rows, largest);
    const double reach = std::max(largest.highest_target - centre.mean, centre.mean - largest.lowest_target);
    const double error_part = part_of_one(largest.error);
    const double target_part = part_of_one(reach);
    UnitSum sizes, squares, fourth, variance, target_fourth, products;
    for_each_row(
        rows, largest.weight,
        [&](std::size_t row, double weight) {
            const double error = std::min(1.0, std::abs(error_at(rows, row)) * error_part);
            const double around = std::min(1.0, std::abs(rows.targets[row] - centre.mean) * target_part);
            const double error_square = error * error;
            const double around_square = around * around;
            sizes.add(weight * error);
            squares.add(weight * error_square);
            fourth.add(weight * error_square * error_square);
            variance.add(weight * around_square);
            target_fourth.add(weight * around_square * around_square);
            products.add(weight * error_square * around_square);
        },
        [&] {
            for (UnitSum* sum : {&sizes, &squares, &fourth, &variance, &target_fourth, &products}) sum->settle();
        });
    const auto mean = [&](const UnitSum& sum, double factor) { return sum.value() / centre.weight * factor; };
    const double errors = largest.error * largest.error;
    const double targets = reach * reach;
    return {centre.weight * largest.weight,
            centre.mean,
            mean(sizes, largest.error),
            mean(squares, errors),
            mean(fourth, errors * errors),
            mean(variance, targets),
            mean(target_fourth, targets * targets),
            mean(products, errors * targets)};
}

}  // namespace treewright
