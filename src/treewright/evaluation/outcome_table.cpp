#include "treewright/evaluation/outcome_table.h"

#include <algorithm>
#include <compare>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/order_free_sum.h"

namespace treewright {

namespace {

/// Rows of each class for each prediction, as they are numbered.
ClassTable<double> count_rows(const ScoredRows& rows) {
    const std::size_t classes = rows.predictions.classes;
    auto counts = ClassTable<double>::of_zeros(rows.predictions.size(), classes);
    for (std::size_t row = 0; row < rows.rows(); ++row) counts.cell(rows.prediction[row], rows.labels[row], classes) += 1.0;
    return counts;
}

ClassTable<double> sum_weights(const ScoredRows& rows) {
    const std::size_t classes = rows.predictions.classes;
    const double largest = *std::max_element(rows.weights.begin(), rows.weights.end());
    auto places = ClassTable<std::size_t>::of_zeros(rows.predictions.size(), classes);  // in `sums`; 0: no rows
    std::vector<OrderFreeSum> sums(1, OrderFreeSum(largest));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        std::size_t& place = places.cell(rows.prediction[row], rows.labels[row], classes);
        if (place == 0) {
            place = sums.size();
            sums.emplace_back(largest);
        }
        sums[place].add(rows.weights[row]);
    }
    ClassTable<double> weights;
    for (std::size_t i = 0; i < rows.predictions.size(); ++i) {
        const auto of_prediction = places.row(i, classes);
        weights.add_row(classes, [&](std::size_t j) { return of_prediction[j] == 0 ? 0.0 : sums[of_prediction[j]].value(); });
    }
    return weights;
}

std::strong_ordering order_of(double a, double b) {
    return a < b ? std::strong_ordering::less : b < a ? std::strong_ordering::greater : std::strong_ordering::equal;
}

/// By label, support and probabilities: equal ones are the same prediction.
std::strong_ordering compare(const Predictions& predictions, std::size_t a, std::size_t b) {
    if (const auto order = predictions.labels[a] <=> predictions.labels[b]; order != 0) return order;
    if (const auto order = order_of(predictions.support[a], predictions.support[b]); order != 0) return order;
    const auto left = predictions.probabilities_of(a);
    const auto right = predictions.probabilities_of(b);
    return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(), right.end(), order_of);
}

/// The predictions that rows have, equal ones side by side.
std::vector<std::size_t> sorted_predictions(const Predictions& predictions, const ClassTable<double>& weights) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < predictions.size(); ++i) {
        bool has_rows = false;
        weights.for_kept(i, predictions.classes, [&](std::size_t, double weight) { has_rows |= weight > 0.0; });
        if (has_rows) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto compared = compare(predictions, a, b);
        return compared != 0 ? compared < 0 : a < b;
    });
    return order;
}

/// Adds what equal predictions have of each class together.
void add_merged(const ClassTable<double>& weights, std::span<const std::size_t> equal, std::size_t classes,
                ClassTable<double>& to) {
    if (equal.size() == 1) return to.copy_row(weights, equal[0], classes);
    to.add_row(classes, [&](std::size_t j) {
        return order_free_sum(equal.size(), [&](std::size_t i) { return weights.at(equal[i], j, classes); });
    });
}

}  // namespace

OutcomeTable count_outcomes(const ScoredRows& rows) {
    check_invariant(rows.predictions.classes > 0 && rows.labels.size() == rows.rows(), "every row has a label");
    const std::size_t classes = rows.predictions.classes;
    const ClassTable<double> weights = rows.weights.empty() ? count_rows(rows) : sum_weights(rows);
    const std::vector<std::size_t> order = sorted_predictions(rows.predictions, weights);
    OutcomeTable table;
    table.rows_per_weight = rows.rows_per_weight();
    table.predictions.classes = classes;
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && compare(rows.predictions, order[first], order[end]) == 0) ++end;
        const std::size_t kept = order[first];
        table.predictions.labels.push_back(rows.predictions.labels[kept]);
        table.predictions.support.push_back(rows.predictions.support[kept]);
        table.predictions.probabilities.copy_row(rows.predictions.probabilities, kept, classes);
        add_merged(weights, std::span(order).subspan(first, end - first), classes, table.weights);
        first = end;
    }
    return table;
}

std::vector<double> class_totals(const OutcomeTable& table) {
    std::vector<double> totals(table.classes(), 0.0);
    for (std::size_t i = 0; i < table.predictions.size(); ++i)
        table.weights.for_kept(i, table.classes(), [&](std::size_t j, double weight) { totals[j] += weight; });
    return totals;
}

OutcomeTable with_prediction(const OutcomeTable& table, const Predictions& single) {
    check_invariant(single.size() == 1 && single.classes == table.classes(), "one prediction for all rows");
    OutcomeTable same{single, {}, table.rows_per_weight};
    const std::vector<double> totals = class_totals(table);
    same.weights.add_row(table.classes(), [&](std::size_t j) { return totals[j]; });
    return same;
}

}  // namespace treewright
