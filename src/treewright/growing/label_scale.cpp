#include "treewright/growing/label_scale.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr int sum_bits = 62;  // every sum stays below 2^62
// A share of a row is as fine as C4.5's own floats; with targets it has four bits less. Both shrink if the weights need the
// bits.
constexpr int share_bits_for_classes = 24;
constexpr int share_bits_for_numbers = 20;
constexpr double limit_slack = 0x1p-10;

/// The number of bits after the binary point of a number above 0.
int fraction_bits_of(double number) {
    if (number == std::floor(number)) return 0;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const auto biased = static_cast<int>(bits >> 52 & 0x7ffU);
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (biased != 0) mantissa |= std::uint64_t{1} << 52;
    return 1075 - std::max(biased, 1) - std::countr_zero(mantissa);
}

/// The largest exponent e with total·2^e < limit.
int largest_scale(double total, double sum_limit) {
    int e = std::ilogb(sum_limit) - 1 - std::ilogb(total);
    while (std::ldexp(total, e + 1) < sum_limit) ++e;
    while (!(std::ldexp(total, e) < sum_limit)) --e;
    return e;
}

/// As many as the weights, in whole numbers of rows, leave bits for.
int share_bits_for(bool is_classification, double total_weight) {
    const int usual = is_classification ? share_bits_for_classes : share_bits_for_numbers;
    return std::max(1, std::min(usual, sum_bits - 1 - std::ilogb(std::max(1.0, total_weight))));
}

/// Enough to hold every weight exactly, unless the sum would reach the limit: then as many as keep it below.
int weight_bits_for(const LabelFacts& facts, double total, double sum_limit) {
    if (std::ldexp(total, facts.fraction_bits) < sum_limit) return facts.fraction_bits;
    return largest_scale(total, sum_limit);
}

int target_bits_for(const LabelFacts& facts, double total, double sum_limit) {
    const double range = facts.highest - facts.lowest;
    return range > 0.0 ? largest_scale(range * std::max(1.0, total), sum_limit) : 0;
}

Error complaint(const std::string& source, const std::string& sentence) {
    return input_error(source.empty() ? sentence : source + ": " + sentence);
}

void check_weights(double total, const std::string& source) {
    if (total >= 0x1p53 || total < 0x1p-20)
        throw complaint(source, "the weights add up to " + number_text(total) +
                                    ", and sums can be kept exact only between 0.000001 and 9e15: multiply all weights by one "
                                    "number");
}

void check_targets(const LabelFacts& facts, const std::string& source) {
    const double half_range = facts.highest / 2 - facts.lowest / 2;  // by halves: the range may overflow
    if (half_range > 0x1p500)
        throw complaint(source, "the values of the target lie up to " + number_text(half_range) +
                                    " from their middle, too far apart for their squares: divide the target by a power of ten");
}

}  // namespace

PowerOfTwo::PowerOfTwo(int bits) : bits_(bits), factor_(std::abs(bits) <= 1000 ? std::ldexp(1.0, bits) : 0.0) {}

double PowerOfTwo::slow_times(double x) const { return std::ldexp(x, bits_); }

std::int64_t integer_weight(double weight, const PowerOfTwo& scale) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::round(scale.times(weight))));
}

LabelFacts label_facts(const TrainingSet& set) {
    LabelFacts facts;
    facts.rows = set.rows;
    const bool is_classification = set.task() == Task::classification;
    facts.classes = is_classification ? set.target.schema.levels.size() : 0;
    facts.has_weights = !set.weights.empty();
    if (set.rows == 0) return facts;
    if (facts.has_weights) {
        const auto [least, largest] = std::minmax_element(set.weights.begin(), set.weights.end());
        facts.least_weight = *least;
        facts.largest_weight = *largest;
        for (const double weight : set.weights) facts.fraction_bits = std::max(facts.fraction_bits, fraction_bits_of(weight));
    }
    if (!is_classification) {
        const auto [lowest, highest, known] = set.target.values.range();
        facts.lowest = lowest;
        facts.highest = highest;
    }
    return facts;
}

void LabelFacts::merge(const LabelFacts& other) {
    if (other.rows == 0) return;
    if (rows == 0) {
        *this = other;
        return;
    }
    rows += other.rows;
    least_weight = std::min(least_weight, other.least_weight);
    largest_weight = std::max(largest_weight, other.largest_weight);
    fraction_bits = std::max(fraction_bits, other.fraction_bits);
    lowest = std::min(lowest, other.lowest);
    highest = std::max(highest, other.highest);
}

int LabelFacts::unit_bits() const {
    if (!(largest_weight > 0.0)) return 0;
    return sum_bits - 1 - std::ilogb(largest_weight) - static_cast<int>(std::bit_width(rows));
}

std::int64_t weight_units(const TrainingSet& set, int unit_bits) {
    if (set.weights.empty()) return static_cast<std::int64_t>(set.rows);
    const PowerOfTwo scale(unit_bits);
    std::int64_t units = 0;
    for (const double weight : set.weights) units += static_cast<std::int64_t>(std::nearbyint(scale.times(weight)));
    return units;
}

LabelScale LabelScale::of(const LabelFacts& facts, std::int64_t units, RowParts parts, const std::string& source) {
    LabelScale scale;
    scale.classes = facts.classes;
    scale.is_classification = facts.classes > 0;
    scale.has_weights = facts.has_weights;
    scale.lowest = facts.lowest;
    const double total =
        facts.has_weights ? std::ldexp(static_cast<double>(units), -facts.unit_bits()) : static_cast<double>(facts.rows);
    if (parts == RowParts::shares) scale.share_bits = share_bits_for(scale.is_classification, total);
    const double sum_limit = std::ldexp(1.0, sum_bits - scale.share_bits);
    if (facts.has_weights) {
        check_weights(total, source);
        scale.weight_bits = weight_bits_for(facts, total, sum_limit);
        scale.least_row_weight = integer_weight(facts.least_weight, PowerOfTwo(scale.weight_bits));
    }
    if (scale.is_classification) return scale;
    check_targets(facts, source);
    scale.target_bits = target_bits_for(facts, total, sum_limit);
    return scale;
}

LabelScale label_scale(const TrainingSet& set, RowParts parts) {
    const LabelFacts facts = label_facts(set);
    return LabelScale::of(facts, weight_units(set, facts.unit_bits()), parts, set.source);
}

double LabelScale::lowered_limit(double rows) const { return share_bits > 0 ? rows * (1.0 - limit_slack) : rows; }

std::int64_t LabelScale::least_weight(double rows) const {
    const double scaled = std::ceil(std::ldexp(lowered_limit(rows), weight_bits + share_bits));
    return scaled >= 0x1p62 ? INT64_MAX : static_cast<std::int64_t>(scaled);
}

double LabelScale::real_weight(std::int64_t weight) const {
    return std::ldexp(static_cast<double>(weight), -(weight_bits + share_bits));
}

double LabelScale::real_gain(double gain) const {
    return is_classification ? gain : std::ldexp(gain, 2 * weight_bits - 2 * target_bits);
}

void LabelFacts::write(ByteWriter& to) const {
    to.put(rows);
    to.put(classes);
    to.put(has_weights);
    for (const double number : {least_weight, largest_weight, lowest, highest}) to.put(number);
    to.put(std::int32_t{fraction_bits});
}

LabelFacts LabelFacts::read(ByteReader& from) {
    LabelFacts facts;
    facts.rows = from.get<std::uint64_t>();
    facts.classes = from.get<std::uint64_t>();
    facts.has_weights = from.get<bool>();
    for (double* number : {&facts.least_weight, &facts.largest_weight, &facts.lowest, &facts.highest})
        *number = from.get<double>();
    facts.fraction_bits = from.get<std::int32_t>();
    return facts;
}

void LabelScale::write(ByteWriter& to) const {
    to.put(classes);
    to.put(is_classification);
    to.put(has_weights);
    for (const int bits : {weight_bits, target_bits, share_bits}) to.put(std::int32_t{bits});
    to.put(lowest);
    to.put(least_row_weight);
}

LabelScale LabelScale::read(ByteReader& from) {
    LabelScale scale;
    scale.classes = from.get<std::uint64_t>();
    scale.is_classification = from.get<bool>();
    scale.has_weights = from.get<bool>();
    for (int* bits : {&scale.weight_bits, &scale.target_bits, &scale.share_bits}) *bits = from.get<std::int32_t>();
    scale.lowest = from.get<double>();
    scale.least_row_weight = from.get<std::int64_t>();
    return scale;
}

}  // namespace treewright
