#include "treewright/growing/labels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr int sum_bits = 62;  // every sum stays below 2^62
// A share of a row is as fine as C4.5's own floats; targets keep four bits more. Either gives way where the weights need the room.
constexpr int share_bits_for_classes = 24;
constexpr int share_bits_for_numbers = 20;
constexpr double limit_slack = 0x1p-10;
constexpr int finest_bit = 1074;  // of the smallest double

/// x·2^bits, by a product where 2^bits is an ordinary double: exact either way, without a call.
class PowerOfTwo {
public:
    explicit PowerOfTwo(int bits) : bits_(bits), factor_(std::abs(bits) <= 1000 ? std::ldexp(1.0, bits) : 0.0) {}
    [[nodiscard]] double times(double x) const { return factor_ > 0.0 ? x * factor_ : std::ldexp(x, bits_); }

private:
    int bits_;
    double factor_;
};

/// The nearest integer, halves to the even one, of a number from 0 on: the sum has no room for a fraction.
double nearest_integer(double x) { return x < 0x1p52 ? (x + 0x1p52) - 0x1p52 : x; }

/// The smallest number of bits behind the point that holds every weight exactly, if the sum then stays below the limit.
int exact_bits(const std::vector<double>& weights, double total, double sum_limit) {
    int bits = 0;
    PowerOfTwo scale(bits);
    const auto is_whole = [&](double weight) { return scale.times(weight) == std::floor(scale.times(weight)); };
    for (const double weight : weights)
        while (!is_whole(weight) && bits < finest_bit && std::ldexp(total, bits) < sum_limit) scale = PowerOfTwo(++bits);
    return bits;
}

/// The largest exponent e with total·2^e < limit.
int largest_scale(double total, double sum_limit) {
    int e = std::ilogb(sum_limit) - 1 - std::ilogb(total);
    while (std::ldexp(total, e + 1) < sum_limit) ++e;
    while (!(std::ldexp(total, e) < sum_limit)) --e;
    return e;
}

/// Summed as integers, the largest of which has as many bits as the sum allows: it does not depend on the order of the rows.
double total_of(const std::vector<double>& weights) {
    const double largest = weights.empty() ? 0.0 : *std::max_element(weights.begin(), weights.end());
    if (largest <= 0.0) return 0.0;
    const int bits = 61 - std::ilogb(largest) - static_cast<int>(std::bit_width(weights.size()));
    const PowerOfTwo scale(bits);
    std::int64_t total = 0;
    for (const double weight : weights) total += static_cast<std::int64_t>(std::nearbyint(scale.times(weight)));
    return std::ldexp(static_cast<double>(total), -bits);
}

double total_weight(const TrainingSet& set) {
    return set.weights.empty() ? static_cast<double>(set.rows) : total_of(set.weights);
}

/// So many that the weights in whole numbers of rows leave room for them.
int share_bits_for(const TrainingSet& set) {
    const int usual = set.task() == Task::classification ? share_bits_for_classes : share_bits_for_numbers;
    const double total = std::max(1.0, total_weight(set));
    return std::max(1, std::min(usual, sum_bits - 1 - std::ilogb(total)));
}

}  // namespace

Labels::Labels(const TrainingSet& set, const Progress* progress, RowParts parts) {
    const Stop stop{progress};
    if (parts == RowParts::shares) share_bits_ = share_bits_for(set);
    if (!set.weights.empty()) make_weights(set, stop);
    if (set.task() == Task::classification) {
        classes_ = set.target.codes;
        slots_ = set.target.schema.levels.size();
    } else {
        make_targets(set, stop);
    }
    if (parts == RowParts::shares) make_shares(set.rows);
}

void Labels::make_shares(std::size_t rows) {
    whole_weights_ = std::move(weights_);
    whole_products_ = std::move(products_);
    weights_ = LargeArray<std::int64_t>(rows);
    if (!is_classification()) products_ = LargeArray<std::int64_t>(rows);
    for (std::uint32_t row = 0; row < rows; ++row) set_share(row, whole_row());
}

void Labels::set_share(std::uint32_t row, std::uint32_t share) {
    weights_[row] = weight_of_share(row, share);
    if (!is_classification()) products_[row] = product_of_share(row, share);
}

void Labels::add_share(std::uint32_t row, std::uint32_t share, Sums& sums) const {
    const std::int64_t weight = weight_of_share(row, share);
    sums.weight += weight;
    if (is_classification()) {
        sums.slots[static_cast<std::size_t>(classes_[row])] += weight;
        return;
    }
    const std::int64_t product = product_of_share(row, share);
    sums.slots[0] += product;
    sums.squares += static_cast<UInt128>(product) * static_cast<UInt128>(fixed_[row]);
}

void Labels::make_weights(const TrainingSet& set, const Stop& stop) {
    stop.if_cancelled();
    const std::vector<double>& weights = set.weights;
    const double total = total_of(weights);
    if (total >= 0x1p53 || total < 0x1p-20)
        throw set.complaint("the weights add up to " + number_text(total) +
                            ", and sums can be kept exact only between 0.000001 and 9e15: multiply all weights by one number");
    const double sum_limit = std::ldexp(1.0, sum_bits - share_bits_);
    weight_bits_ = exact_bits(weights, total, sum_limit);
    if (!(std::ldexp(total, weight_bits_) < sum_limit)) weight_bits_ = largest_scale(total, sum_limit);
    stop.if_cancelled();
    weights_ = LargeArray<std::int64_t>(weights.size());
    // A row of weight 0 would be no row, and these are rows: the smallest weight of all is the least that can be told.
    const PowerOfTwo scale(weight_bits_);
    for (std::size_t row = 0; row < weights.size(); ++row)
        weights_[row] = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::round(scale.times(weights[row]))));
}

void Labels::make_targets(const TrainingSet& set, const Stop& stop) {
    stop.if_cancelled();
    targets_ = &set.target.values;
    const auto [lo, highest] = targets_->empty() ? Numbers::Ends() : targets_->ends();
    const double half_range = highest / 2 - lo / 2;  // by halves: the range may overflow
    if (half_range > 0x1p500)
        throw set.complaint("the values of the target lie up to " + number_text(half_range) +
                            " from their middle, too far apart for their squares: divide the target by a power of ten");
    const double total = total_weight(set);
    const double range = highest - lo;
    const double sum_limit = std::ldexp(1.0, sum_bits - share_bits_);
    target_bits_ = range > 0.0 ? largest_scale(range * std::max(1.0, total), sum_limit) : 0;
    stop.if_cancelled();
    fixed_ = LargeArray<std::int64_t>(targets_->size());
    const PowerOfTwo scale(target_bits_);
    targets_->visit([&](auto targets) {
        for (std::size_t row = 0; row < targets.size(); ++row)
            fixed_[row] = static_cast<std::int64_t>(nearest_integer(scale.times(static_cast<double>(targets[row]) - lo)));
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

Sums Labels::sums_of(std::span<const std::uint32_t> rows) const {
    Sums sums(slots_);
    for (const std::uint32_t row : rows) add(row, sums);
    return sums;
}

double Labels::lowered_limit(double rows) const { return share_bits_ > 0 ? rows * (1.0 - limit_slack) : rows; }

std::int64_t Labels::least_weight(double rows) const {
    const double scaled = std::ceil(std::ldexp(lowered_limit(rows), weight_bits_ + share_bits_));
    return scaled >= 0x1p62 ? INT64_MAX : static_cast<std::int64_t>(scaled);
}

double Labels::real_weight(std::int64_t weight) const {
    return std::ldexp(static_cast<double>(weight), -(weight_bits_ + share_bits_));
}

double Labels::real_gain(double gain) const {
    return is_classification() ? gain : std::ldexp(gain, 2 * weight_bits_ - 2 * target_bits_);
}

}  // namespace treewright
