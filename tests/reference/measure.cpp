#include "reference/measure.h"

#include <algorithm>
#include <cmath>

namespace treewright::reference {

namespace {

Real plogp(Real p) { return p > 0 ? p * std::log2(p) : 0; }

Real entropy(const std::vector<Real>& shares) {
    Real sum = 0;
    for (const Real p : shares) sum -= plogp(p);
    return sum;
}

Real gini(const std::vector<Real>& shares) {
    Real sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        for (std::size_t j = 0; j < shares.size(); ++j)
            if (i != j) sum += shares[i] * shares[j];
    return sum;
}

Real cost_gini(const std::vector<Real>& shares, const CostMatrix& costs) {
    Real sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        for (std::size_t j = 0; j < shares.size(); ++j)
            if (i != j) sum += costs.at(i, j) * shares[i] * shares[j];
    return sum;
}

Real misclassification(const std::vector<Real>& shares) { return 1 - *std::max_element(shares.begin(), shares.end()); }

Real tsallis(const std::vector<Real>& shares, Real q) {
    Real sum = 0;
    for (const Real p : shares)
        if (p > 0) sum += q == 1 ? -p * std::log(p) : (p - std::pow(p, q)) / (q - 1);
    return sum;
}

CriterionName criterion_in_effect(const TrainingSet& set, const GrowOptions& options) {
    if (options.criterion) return *options.criterion;
    return set.task() == Task::regression ? CriterionName::squared_error : options.class_criterion;
}

}  // namespace

Rows joined(const Parts& parts) {
    Rows all;
    for (const Rows& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

Measure::Measure(const TrainingSet& set, const GrowOptions& options, const ClassTerms& terms)
    : set_(set),
      terms_(terms),
      criterion_(criterion_in_effect(set, options)),
      tsallis_q_(options.criterion_parameters.tsallis_q) {}

Real Measure::weight(const Rows& rows) const {
    Real sum = 0;
    for (const std::size_t row : rows) sum += set_.weight(row);
    return sum;
}

std::vector<Real> Measure::class_weights(const Rows& rows) const {
    std::vector<Real> weights(set_.target.schema.levels.size(), 0);
    for (const std::size_t row : rows) weights[set_.class_of(row)] += set_.weight(row);
    return weights;
}

Real Measure::mass(const Rows& rows) const {
    if (terms_.score_factors.empty()) return weight(rows);
    Real sum = 0;
    const std::vector<Real> weights = class_weights(rows);
    for (std::size_t j = 0; j < weights.size(); ++j) sum += weights[j] * terms_.score_factors[j];
    return sum;
}

std::vector<Real> Measure::shares(const Rows& rows) const {
    std::vector<Real> shares = class_weights(rows);
    const Real total = mass(rows);
    for (std::size_t j = 0; j < shares.size(); ++j)
        shares[j] *= (terms_.score_factors.empty() ? 1 : terms_.score_factors[j]) / total;
    return shares;
}

Real Measure::mean(const Rows& rows) const {
    Real sum = 0;
    for (const std::size_t row : rows) sum += set_.weight(row) * static_cast<Real>(set_.target.values[row]);
    return sum / weight(rows);
}

Real Measure::variance(const Rows& rows) const {
    if (is_pure(rows)) return 0;
    const Real middle = mean(rows);
    Real sum = 0;
    for (const std::size_t row : rows)
        sum += set_.weight(row) * (set_.target.values[row] - middle) * (set_.target.values[row] - middle);
    return sum / weight(rows);
}

Real Measure::impurity(const Rows& rows) const {
    if (is_regression()) return variance(rows);
    if (classes_present(rows) < 2) return 0;
    if (criterion_ == CriterionName::gini) return gini(shares(rows));
    if (criterion_ == CriterionName::cost_gini) return cost_gini(shares(rows), terms_.costs);
    if (criterion_ == CriterionName::misclassification) return misclassification(shares(rows));
    if (criterion_ == CriterionName::tsallis) return tsallis(shares(rows), tsallis_q_);
    return entropy(shares(rows));
}

Real Measure::gain(const Parts& parts) const {
    const Rows all = joined(parts);
    Real gain = impurity(all);
    for (const Rows& part : parts)
        if (!part.empty()) gain -= mass(part) / mass(all) * impurity(part);
    return gain;
}

Real Measure::split_information(const Parts& parts) const {
    const Real total = mass(joined(parts));
    Real sum = 0;
    for (const Rows& part : parts) sum -= plogp(mass(part) / total);
    return sum;
}

std::size_t Measure::classes_present(const Rows& rows) const {
    if (is_regression()) return 0;
    const std::vector<Real> weights = class_weights(rows);
    return static_cast<std::size_t>(std::count_if(weights.begin(), weights.end(), [](Real weight) { return weight > 0; }));
}

bool Measure::same_label(std::size_t a, std::size_t b) const {
    return is_regression() ? set_.target.values[a] == set_.target.values[b] : set_.target.codes[a] == set_.target.codes[b];
}

bool Measure::is_pure(const Rows& rows) const {
    return std::all_of(rows.begin(), rows.end(), [&](std::size_t row) { return same_label(row, rows.front()); });
}

bool Measure::is_concave(const Rows& rows) const {
    return criterion_ != CriterionName::cost_gini || classes_present(rows) <= 2;
}

}  // namespace treewright::reference
