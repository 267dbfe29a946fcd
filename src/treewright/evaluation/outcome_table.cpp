#include "treewright/evaluation/outcome_table.h"

#include <algorithm>
#include <compare>
#include <numeric>

#include "treewright/base/error.h"
#include "treewright/base/order_free_sum.h"

namespace treewright {

namespace {

/// Rows of each class for each prediction, as they are numbered.
std::vector<double> count_rows(const ScoredRows& rows) {
    const std::size_t classes = rows.predictions.classes;
    std::vector<std::uint64_t> counts(rows.predictions.size() * classes, 0);
    for (std::size_t row = 0; row < rows.rows(); ++row) ++counts[rows.prediction[row] * classes + rows.labels[row]];
    return {counts.begin(), counts.end()};
}

std::vector<double> sum_weights(const ScoredRows& rows) {
    const std::size_t classes = rows.predictions.classes;
    const double largest = *std::max_element(rows.weights.begin(), rows.weights.end());
    std::vector<OrderFreeSum> sums(rows.predictions.size() * classes, OrderFreeSum(largest));
    for (std::size_t row = 0; row < rows.rows(); ++row)
        sums[rows.prediction[row] * classes + rows.labels[row]].add(rows.weights[row]);
    std::vector<double> weights;
    for (const OrderFreeSum& sum : sums) weights.push_back(sum.value());
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
std::vector<std::size_t> sorted_predictions(const Predictions& predictions, const std::vector<double>& weights) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < predictions.size(); ++i) {
        const auto* first = weights.data() + i * predictions.classes;
        if (std::any_of(first, first + predictions.classes, [](double weight) { return weight > 0.0; })) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto compared = compare(predictions, a, b);
        return compared != 0 ? compared < 0 : a < b;
    });
    return order;
}

/// What equal predictions have of each class together.
std::vector<double> merged_weights(const std::vector<double>& weights, std::span<const std::size_t> equal,
                                   std::size_t classes) {
    std::vector<double> merged;
    for (std::size_t j = 0; j < classes; ++j)
        merged.push_back(order_free_sum(equal.size(), [&](std::size_t i) { return weights[equal[i] * classes + j]; }));
    return merged;
}

}  // namespace

OutcomeTable count_outcomes(const ScoredRows& rows) {
    check_invariant(rows.predictions.classes > 0 && rows.labels.size() == rows.rows(), "every row has a label");
    const std::size_t classes = rows.predictions.classes;
    const std::vector<double> weights = rows.weights.empty() ? count_rows(rows) : sum_weights(rows);
    const std::vector<std::size_t> order = sorted_predictions(rows.predictions, weights);
    OutcomeTable table;
    table.rows_per_weight = rows.rows_per_weight();
    table.predictions.classes = classes;
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && compare(rows.predictions, order[first], order[end]) == 0) ++end;
        const std::size_t kept = order[first];
        const auto shares = rows.predictions.probabilities_of(kept);
        table.predictions.labels.push_back(rows.predictions.labels[kept]);
        table.predictions.support.push_back(rows.predictions.support[kept]);
        table.predictions.probabilities.insert(table.predictions.probabilities.end(), shares.begin(), shares.end());
        const auto merged = merged_weights(weights, std::span(order).subspan(first, end - first), classes);
        table.weights.insert(table.weights.end(), merged.begin(), merged.end());
        first = end;
    }
    return table;
}

std::vector<double> class_totals(const OutcomeTable& table) {
    std::vector<double> totals(table.classes(), 0.0);
    for (std::size_t i = 0; i < table.predictions.size(); ++i)
        for (std::size_t j = 0; j < table.classes(); ++j) totals[j] += table.weights_of(i)[j];
    return totals;
}

OutcomeTable with_prediction(const OutcomeTable& table, const Predictions& single) {
    check_invariant(single.size() == 1 && single.classes == table.classes(), "one prediction for all rows");
    return {single, class_totals(table), table.rows_per_weight};
}

}  // namespace treewright
