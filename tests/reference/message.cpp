#include "reference/message.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

namespace treewright::reference {

namespace {

Real bits_of_one_among(Real choices) { return choices > 1 ? std::log2(choices) : 0; }

}  // namespace

/// How many exceptions E there are among n rows, 0 to n, and which: (n + 1)·C(n, E) is one over the beta function of E + 1 and n − E + 1.
Real Message::bits_of_classes(const Rows& rows) const {
    const std::vector<Real> weights = measure_.class_weights(rows);
    const Real heaviest = *std::max_element(weights.begin(), weights.end());
    const Real exceptions = measure_.weight(rows) - heaviest;
    const Real which_rows = -std::log2(boost::math::beta(exceptions + 1, heaviest + 1));
    const auto classes = static_cast<Real>(weights.size());
    return which_rows + (classes > 2 ? std::log2(classes) + exceptions * std::log2(classes - 1) : 0);
}

/// The density of a normal distribution at each of the numbers, on average, and its variance to the precision of the rows.
Real Message::bits_of_numbers(const Rows& rows) const {
    const Real n = measure_.weight(rows);
    const Real smoothed = (n * measure_.variance(rows) + variance_) / (n + 1);
    if (smoothed <= 0) return 0;
    const Real nats = n / 2 * (1 + std::log(2 * std::numbers::pi_v<Real> * smoothed));
    return nats / std::numbers::ln2_v<Real> + std::log2(n + 1);
}

Real Message::bits_of_leaf(const Rows& rows) const {
    constexpr Real is_leaf = 1;
    if (rows.empty()) return is_leaf;
    return is_leaf + (measure_.is_regression() ? bits_of_numbers(rows) : bits_of_classes(rows));
}

Real Message::bits_of(const Question& question, const Rows& rows) const {
    constexpr Real is_question = 1;
    Rows known;
    for (const std::size_t row : rows)
        if (!set_.features[question.feature].missing_at(row)) known.push_back(row);
    Real bits = is_question + bits_of_one_among(static_cast<Real>(set_.features.size()));
    if (question.kind == SplitKind::threshold) bits += bits_of_one_among(measure_.weight(known) - 1);
    const std::size_t levels = question.left.size() + question.right.size();
    if (levels > 0) bits += bits_of_one_among(std::pow(Real{2}, static_cast<Real>(levels - 1)) - 1);
    const bool asks_where_missing_go = question.kind != SplitKind::is_missing && !question.missing_branch;
    if (known.size() < rows.size() && asks_where_missing_go)
        bits += bits_of_one_among(static_cast<Real>(question.branches.size()));
    return bits;
}

}  // namespace treewright::reference
