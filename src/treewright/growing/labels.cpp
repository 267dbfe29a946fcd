#include "treewright/growing/labels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace treewright {

namespace {

/// Rounds a number ≥ 0 to the nearest integer, ties to even: the intermediate sum has no bits for a fraction.
double nearest_integer(double x) { return x < 0x1p52 ? (x + 0x1p52) - 0x1p52 : x; }

}  // namespace

Labels::Labels(const TrainingSet& set, const Progress* progress, RowParts parts)
    : Labels(set, label_scale(set, parts), progress) {}

Labels::Labels(const TrainingSet& set, const LabelScale& scale, const Progress* progress) : scale_(scale) {
    const Stop stop{progress};
    if (!set.weights.empty()) make_weights(set, stop);
    if (is_classification())
        classes_ = set.target.codes;
    else
        make_targets(set, stop);
    if (scale.share_bits > 0) make_shares(set.rows);
}

void Labels::make_shares(std::size_t rows) {
    whole_weights_ = std::move(weights_);
    whole_products_ = std::move(products_);
    weights_ = LargeArray<std::int64_t>(rows);
    if (!is_classification()) products_ = LargeArray<std::int64_t>(rows);
    for (RowId row = 0; row < rows; ++row) set_share(row, whole_row());
}

void Labels::set_share(RowId row, std::uint32_t share) {
    weights_[row] = weight_of_share(row, share);
    if (!is_classification()) products_[row] = product_of_share(row, share);
}

void Labels::add_share(RowId row, std::uint32_t share, Sums& sums) const {
    const std::int64_t weight = weight_of_share(row, share);
    sums.weight += weight;
    if (is_classification()) {
        sums.slots[position_of(classes_[row])] += weight;
        return;
    }
    const std::int64_t product = product_of_share(row, share);
    sums.slots[0] += product;
    sums.squares += static_cast<UInt128>(product) * static_cast<UInt128>(fixed_[row]);
}

void Labels::make_weights(const TrainingSet& set, const Stop& stop) {
    stop.if_cancelled();
    const std::vector<double>& weights = set.weights;
    weights_ = LargeArray<std::int64_t>(weights.size());
    const PowerOfTwo scale(scale_.weight_bits);
    for (std::size_t row = 0; row < weights.size(); ++row) weights_[row] = integer_weight(weights[row], scale);
}

void Labels::make_targets(const TrainingSet& set, const Stop& stop) {
    stop.if_cancelled();
    targets_ = &set.target.values;
    fixed_ = LargeArray<std::int64_t>(targets_->size());
    const PowerOfTwo scale(scale_.target_bits);
    const double lowest = scale_.lowest;
    targets_->visit([&](auto targets) {
        for (std::size_t row = 0; row < targets.size(); ++row)
            fixed_[row] = static_cast<std::int64_t>(nearest_integer(scale.times(static_cast<double>(targets[row]) - lowest)));
    });
    if (!set.weights.empty()) make_products(set, stop);
}

void Labels::make_products(const TrainingSet& set, const Stop& stop) {
    stop.if_cancelled();
    products_ = LargeArray<std::int64_t>(fixed_.size());
    for (std::size_t row = 0; row < fixed_.size(); ++row) {
        const double weight = set.weight(row);
        // An integer weight times q is exact below 2^62 in integers, though not in doubles.
        products_[row] = weight == std::floor(weight) ? static_cast<std::int64_t>(weight) * fixed_[row]
                                                      : std::llround(weight * static_cast<double>(fixed_[row]));
    }
}

Sums Labels::sums_of(std::span<const RowId> rows) const {
    Sums sums(slots());
    for (const RowId row : rows) add(row, sums);
    return sums;
}

}  // namespace treewright
