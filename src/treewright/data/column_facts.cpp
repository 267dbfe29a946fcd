#include "treewright/data/column_facts.h"

#include <algorithm>
#include <cmath>

namespace treewright {

namespace {

constexpr double identifier_share = 0.95;
constexpr double identifier_rows = 4.0;

double weight_of(const std::vector<double>& weights, std::size_t row) { return weights.empty() ? 1.0 : weights[row]; }

bool are_consecutive(const std::vector<double>& distinct, std::size_t rows) {
    return distinct.size() >= 2 && distinct.size() == rows && distinct.front() == std::floor(distinct.front()) &&
           distinct.back() - distinct.front() == static_cast<double>(rows - 1) &&
           std::all_of(distinct.begin(), distinct.end(), [](double value) { return value == std::floor(value); });
}

void add_value_facts(const Column& column, const std::vector<double>& weights, ColumnFacts& facts) {
    std::vector<double> values;
    double finite_sum = 0.0;
    double finite_weight = 0.0;
    for (std::size_t row = 0; row < column.values.size(); ++row) {
        const double value = column.values[row];
        const double weight = weight_of(weights, row);
        (is_missing(value) ? facts.missing : facts.known) += weight;
        if (is_missing(value)) continue;
        values.push_back(value);
        if (!std::isfinite(value)) continue;
        finite_sum += weight * value;
        finite_weight += weight;
    }
    std::sort(values.begin(), values.end());
    const std::size_t rows = values.size();
    values.erase(std::unique(values.begin(), values.end()), values.end());
    facts.distinct = values.size();
    facts.counts_rows = column.schema.type == ColumnType::numeric && are_consecutive(values, rows);
    if (values.empty()) return;
    facts.lowest = values.front();
    facts.highest = values.back();
    facts.mean = finite_weight > 0.0 ? finite_sum / finite_weight : 0.0;
}

void add_level_facts(const Column& column, const std::vector<double>& weights, ColumnFacts& facts) {
    facts.level_weights.assign(column.schema.levels.size(), 0.0);
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const std::int32_t code = column.codes[row];
        (code < 0 ? facts.missing : facts.known) += weight_of(weights, row);
        if (code >= 0) facts.level_weights[static_cast<std::size_t>(code)] += weight_of(weights, row);
    }
    const auto occurs = [](double weight) { return weight > 0.0; };
    facts.distinct = static_cast<std::size_t>(std::count_if(facts.level_weights.begin(), facts.level_weights.end(), occurs));
    facts.looks_like_identifier =
        facts.known >= identifier_rows && static_cast<double>(facts.distinct) >= identifier_share * facts.known;
}

}  // namespace

ColumnFacts facts_of(const Column& column, const std::vector<double>& weights) {
    ColumnFacts facts;
    if (column.has_values())
        add_value_facts(column, weights, facts);
    else
        add_level_facts(column, weights, facts);
    facts.is_constant = facts.distinct <= 1;
    return facts;
}

}  // namespace treewright
