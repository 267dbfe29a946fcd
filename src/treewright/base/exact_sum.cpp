#include "treewright/base/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "treewright/base/big_integer_internal.h"
#include "treewright/base/error.h"
#include "treewright/base/uint256.h"

namespace treewright {
namespace {

constexpr std::uint64_t additions_before_carry = std::uint64_t{1} << 30;
constexpr std::uint64_t low_32_bits = 0xffffffffU;

/// ±mantissa·2^exponent; the mantissa is odd, so that integers and halves touch few limbs. 0 has the mantissa 0.
struct Parts {
    std::uint64_t mantissa;
    int exponent;
    bool negative;
};

Parts parts_of(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const auto biased = static_cast<int>(bits >> 52 & 0x7ffU);
    check_invariant(biased != 0x7ff, "an exact sum takes finite numbers only");
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (biased != 0) mantissa |= std::uint64_t{1} << 52;
    if (mantissa == 0) return {0, 0, false};
    const int zeros = std::countr_zero(mantissa);
    return {mantissa >> zeros, std::max(biased, 1) - 1075 + zeros, (bits >> 63) != 0};
}

ExactSum::Magnitude magnitude_of(UInt128 number) {
    return {static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(number >> 64), 0};
}

/// number·factor, where the number has at most 106 bits and the factor at most 53.
ExactSum::Magnitude multiply(UInt128 number, std::uint64_t factor) {
    const UInt128 low = static_cast<UInt128>(static_cast<std::uint64_t>(number)) * factor;
    const UInt128 high = (number >> 64) * factor + (low >> 64);
    return {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(high >> 64)};
}

/// The 32-bit digits of magnitude·2^shift, lowest first; shift < 32.
std::array<std::uint32_t, 7> digits_of(const ExactSum::Magnitude& magnitude, unsigned shift) {
    std::array<std::uint32_t, 7> digits{};
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        const std::uint64_t digit = magnitude[i / 2] >> (i % 2 * 32) & low_32_bits;
        const std::uint64_t shifted = digit << shift | carry;
        digits[i] = static_cast<std::uint32_t>(shifted);
        carry = shifted >> 32;
    }
    digits[6] = static_cast<std::uint32_t>(carry);
    return digits;
}

/// An exact number: integer·2^exponent.
struct Scaled {
    BigInteger integer;
    int exponent = 0;
};

Scaled value_of(const ExactSum& sum) { return {BigInteger(sum.limbs()), sum.exponent()}; }

Scaled operator*(const Scaled& a, const Scaled& b) { return {a.integer * b.integer, a.exponent + b.exponent}; }

Scaled operator-(const Scaled& a, const Scaled& b) {
    const int exponent = std::min(a.exponent, b.exponent);
    return {a.integer.shifted_left(a.exponent - exponent) - b.integer.shifted_left(b.exponent - exponent), exponent};
}

/// quotient·2^exponent as the nearest double, ties to even; `inexact` is the sticky bit: the quotient was truncated, and must
/// then have more than 54 bits.
double nearest_double(UInt128 quotient, int exponent, bool inexact) {
    const int bits = bit_width(quotient);
    const int dropped = std::max(bits - 53, -1074 - exponent);
    if (dropped <= 0) return std::ldexp(static_cast<double>(quotient), exponent);
    if (dropped > bits) return 0.0;
    const UInt128 tail = quotient & ((UInt128{1} << dropped) - 1);
    const UInt128 half = UInt128{1} << (dropped - 1);
    quotient >>= dropped;
    const bool odd = (quotient & 1U) != 0;
    if (tail > half || (tail == half && (inexact || odd))) ++quotient;
    return std::ldexp(static_cast<double>(quotient), exponent + dropped);
}

/// above / below, correctly rounded; below > 0.
double ratio(const Scaled& above, const Scaled& below) {
    if (above.integer.sign() == 0) return 0.0;
    // Shifted so that the quotient has 66 or 67 bits, more than rounding needs.
    const int shift = 66 - (above.integer.bits() - below.integer.bits());
    const BigInteger::Quotient quotient =
        divided(above.integer.shifted_left(std::max(shift, 0)), below.integer.shifted_left(std::max(-shift, 0)));
    const double size = nearest_double(quotient.value, above.exponent - below.exponent - shift, quotient.inexact);
    return above.integer.sign() < 0 ? -size : size;
}

}  // namespace

void ExactSum::make_room(int first, int end) {
    if (limbs_.empty()) first_ = first;
    if (first < first_) {
        limbs_.insert(limbs_.begin(), static_cast<std::size_t>(first_ - first), 0);
        first_ = first;
    }
    const auto needed = static_cast<std::size_t>(end - first_);
    if (needed > limbs_.size()) limbs_.resize(needed, 0);
}

void ExactSum::propagate_carries() {
    std::int64_t carry = 0;
    for (std::int64_t& limb : limbs_) {
        limb += carry;
        carry = limb >> 32;
        limb &= static_cast<std::int64_t>(low_32_bits);
    }
    // A negative sum keeps its sign in the top limb; otherwise it would grow by one limb each time carries are propagated.
    if (carry == -1)
        limbs_.back() -= std::int64_t{1} << 32;
    else if (carry != 0)
        limbs_.push_back(carry);
    additions_ = 1;
}

void ExactSum::count_additions(std::uint64_t more) {
    if (additions_ + more > additions_before_carry) propagate_carries();
    additions_ += more;
}

void ExactSum::add(const Magnitude& magnitude, int exponent, bool negative) {
    const std::array<std::uint32_t, 7> digits = digits_of(magnitude, static_cast<unsigned>(exponent & 31));
    int count = 7;
    while (count > 0 && digits[static_cast<std::size_t>(count) - 1] == 0) --count;
    if (count == 0) return;
    count_additions(1);
    const int first = exponent >> 5;
    make_room(first, first + count);
    std::int64_t* limb = limbs_.data() + (first - first_);
    for (int i = 0; i < count; ++i) {
        const std::int64_t digit = digits[static_cast<std::size_t>(i)];
        limb[i] += negative ? -digit : digit;
    }
}

void ExactSum::merge(const ExactSum& other, bool negated) {
    if (other.limbs_.empty()) return;
    count_additions(other.additions_);
    make_room(other.first_, other.first_ + static_cast<int>(other.limbs_.size()));
    std::int64_t* limb = limbs_.data() + (other.first_ - first_);
    for (std::size_t i = 0; i < other.limbs_.size(); ++i) limb[i] += negated ? -other.limbs_[i] : other.limbs_[i];
}

void ExactMoments::add(double weight, double value) {
    const Parts w = parts_of(weight);
    const Parts y = parts_of(value);
    if (w.mantissa == 0) return;
    weights_.add({w.mantissa, 0, 0}, w.exponent, w.negative);
    if (y.mantissa == 0) return;
    const UInt128 product = static_cast<UInt128>(w.mantissa) * y.mantissa;
    values_.add(magnitude_of(product), w.exponent + y.exponent, w.negative != y.negative);
    squares_.add(multiply(product, y.mantissa), w.exponent + 2 * y.exponent, w.negative);
}

void ExactMoments::add_sums(const Sums& sums) {
    weights_.add({sums.count, 0, 0}, 0, false);
    values_.add(magnitude_of(static_cast<UInt128>(sums.sum < 0 ? -sums.sum : sums.sum)), sums.exponent, sums.sum < 0);
    squares_.add(magnitude_of(sums.squares), 2 * sums.exponent, false);
}

void ExactMoments::merge(const ExactMoments& other) {
    weights_.merge(other.weights_, false);
    values_.merge(other.values_, false);
    squares_.merge(other.squares_, false);
}

void ExactMoments::subtract(const ExactMoments& other) {
    weights_.merge(other.weights_, true);
    values_.merge(other.values_, true);
    squares_.merge(other.squares_, true);
}

double ExactMoments::total_weight() const { return ratio(value_of(weights_), {BigInteger(1U), 0}); }

double ExactMoments::mean() const {
    const Scaled weight = value_of(weights_);
    return weight.integer.sign() > 0 ? ratio(value_of(values_), weight) : 0.0;
}

double ExactMoments::variance() const {
    const Scaled weight = value_of(weights_);
    if (weight.integer.sign() <= 0) return 0.0;
    const Scaled sum = value_of(values_);
    return ratio(weight * value_of(squares_) - sum * sum, weight * weight);
}

void ExactSum::write(ByteWriter& to) const {
    to.put(std::int32_t{first_});
    to.put(additions_);
    to.put_list(limbs_);
}

ExactSum ExactSum::read(ByteReader& from) {
    ExactSum sum;
    sum.first_ = from.get<std::int32_t>();
    sum.additions_ = from.get<std::uint64_t>();
    sum.limbs_ = from.get_list<std::int64_t>();
    constexpr int farthest = 1 << 10;  // digits of 32 bits: more than the square of any double times any weight has
    ByteReader::require(std::abs(sum.first_) < farthest && sum.limbs_.size() < 2 * farthest);
    ByteReader::require(sum.additions_ <= additions_before_carry + 1);
    return sum;
}

void ExactMoments::write(ByteWriter& to) const {
    for (const ExactSum* sum : {&weights_, &values_, &squares_}) sum->write(to);
}

ExactMoments ExactMoments::read(ByteReader& from) {
    ExactMoments moments;
    for (ExactSum* sum : {&moments.weights_, &moments.values_, &moments.squares_}) *sum = ExactSum::read(from);
    return moments;
}

}  // namespace treewright
