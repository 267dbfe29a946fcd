#include "treewright/data/training_set.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "treewright/base/order_free_sum.h"

namespace treewright {

Schema TrainingSet::schema() const {
    Schema schema;
    for (const Column& feature : features) schema.features.push_back(feature.schema);
    schema.target = target.schema;
    return schema;
}

std::string TrainingSet::in_line(std::size_t row) const {
    return lines.empty() ? "" : " in line " + std::to_string(lines[row]);
}

Error TrainingSet::complaint(const std::string& sentence) const {
    return input_error(source.empty() ? sentence : source + ": " + sentence);
}

namespace {

Column picked(const Column& column, std::span<const RowId> rows) {
    Column some{column.schema, {}, {}};
    if (!column.has_values()) {
        some.codes.reserve(rows.size());
        for (const RowId row : rows) some.codes.push_back(column.codes[row]);
        return some;
    }
    std::vector<double> values(rows.size());
    column.values.visit([&](auto cells) {
        for (std::size_t i = 0; i < rows.size(); ++i) values[i] = static_cast<double>(cells[rows[i]]) + 0.0;  // -0 is +0
    });
    some.values = Numbers(std::move(values));
    return some;
}

}  // namespace

std::shared_ptr<const TrainingSet> borrowed(const TrainingSet& set) { return {std::shared_ptr<const TrainingSet>(), &set}; }

double weight_of_all(const TrainingSet& set) {
    if (set.weights.empty()) return static_cast<double>(set.rows);
    std::vector<double> weights = set.weights;
    std::sort(weights.begin(), weights.end());  // so that the sum does not depend on the order of the rows
    return std::accumulate(weights.begin(), weights.end(), 0.0);
}

double rows_per_weight(std::span<const double> weights, WeightMeaning meaning) {
    if (meaning == WeightMeaning::rows || weights.empty()) return 1.0;
    const double sum = order_free_sum(weights.size(), [&](std::size_t i) { return weights[i]; });
    const double squares = order_free_sum(weights.size(), [&](std::size_t i) { return weights[i] * weights[i]; });
    return sum / squares;
}

double rows_per_weight(const TrainingSet& set) {
    return rows_per_weight(set.weights, set.weights_are.value_or(WeightMeaning::rows));
}

void scale_to_rows(std::vector<double>& weights) {
    const double sum = order_free_sum(weights.size(), [&](std::size_t i) { return weights[i]; });
    const auto rows = static_cast<double>(weights.size());
    for (double& weight : weights) weight = weight * rows / sum;
}

std::vector<RowId> row_numbers(std::size_t count) {
    std::vector<RowId> rows(count);
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
}

TrainingSet pick_rows(const TrainingSet& set, std::span<const RowId> rows) {
    TrainingSet some;
    some.source = set.source;
    some.rows = rows.size();
    some.weights_are = set.weights_are;
    some.left_out = set.left_out;
    some.reading = set.reading;
    some.target = picked(set.target, rows);
    if (set.group) some.group = picked(*set.group, rows);
    for (const Column& feature : set.features) some.features.push_back(picked(feature, rows));
    for (const RowId row : rows) {
        if (!set.lines.empty()) some.lines.push_back(set.lines[row]);
        if (!set.origin.empty()) some.origin.push_back(set.origin[row]);
        if (!set.weights.empty()) some.weights.push_back(set.weights[row]);
    }
    return some;
}

}  // namespace treewright
