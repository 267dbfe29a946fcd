#include <algorithm>
#include <bit>

#include "treewright/base/big_integer_internal.h"

namespace treewright {

namespace {

constexpr std::uint64_t low_digit = 0xffffffffU;

/// One digit of a long division (Knuth's algorithm D): subtracts quotient·below from the digits of `rest` from `at` on, and
/// returns the quotient. The highest bit of `below`, which has at least two digits, is set.
std::uint32_t next_digit(std::vector<std::uint32_t>& rest, std::size_t at, const std::vector<std::uint32_t>& below) {
    const std::size_t n = below.size();
    const std::uint64_t top = std::uint64_t{rest[at + n]} << 32 | rest[at + n - 1];
    std::uint64_t guess = top / below[n - 1];
    std::uint64_t left = top % below[n - 1];
    while (guess > low_digit || guess * below[n - 2] > (left << 32 | rest[at + n - 2])) {
        --guess;
        left += below[n - 1];
        if (left > low_digit) break;
    }
    std::int64_t borrow = 0;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < n; ++i) {
        carry += guess * below[i];
        const std::int64_t digit =
            static_cast<std::int64_t>(rest[at + i]) - static_cast<std::int64_t>(carry & low_digit) + borrow;
        rest[at + i] = static_cast<std::uint32_t>(digit);
        borrow = digit >> 32;
        carry >>= 32;
    }
    const std::int64_t last = static_cast<std::int64_t>(rest[at + n]) - static_cast<std::int64_t>(carry) + borrow;
    rest[at + n] = static_cast<std::uint32_t>(last);
    if (last >= 0) return static_cast<std::uint32_t>(guess);
    carry = 0;  // the guess was one too high
    for (std::size_t i = 0; i < n; ++i) {
        carry += std::uint64_t{rest[at + i]} + below[i];
        rest[at + i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    rest[at + n] += static_cast<std::uint32_t>(carry);
    return static_cast<std::uint32_t>(guess - 1);
}

}  // namespace

BigInteger::BigInteger(std::span<const std::int64_t> digits) {
    digits_.reserve(digits.size() + 2);
    std::int64_t carry = 0;
    for (const std::int64_t digit : digits) {
        carry += digit;
        digits_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    for (; carry != 0 && carry != -1; carry >>= 32) digits_.push_back(static_cast<std::uint32_t>(carry));
    negative_ = carry == -1;
    if (negative_) {  // two's complement: the digits are 2^(32·digits) too large
        digits_.push_back(low_digit);
        std::uint64_t one = 1;
        for (std::uint32_t& digit : digits_) {
            one += static_cast<std::uint32_t>(~digit);
            digit = static_cast<std::uint32_t>(one);
            one >>= 32;
        }
    }
    trim();
}

void BigInteger::trim() {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    negative_ = negative_ && !digits_.empty();
}

int BigInteger::bits() const {
    if (digits_.empty()) return 0;
    return static_cast<int>(32 * (digits_.size() - 1)) + static_cast<int>(std::bit_width(digits_.back()));
}

BigInteger BigInteger::shifted_left(int bits) const {
    BigInteger result;
    result.negative_ = negative_;
    result.digits_.assign(static_cast<std::size_t>(bits / 32), 0);
    std::uint64_t carry = 0;
    for (const std::uint32_t digit : digits_) {
        carry |= std::uint64_t{digit} << (bits % 32);
        result.digits_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    result.digits_.push_back(static_cast<std::uint32_t>(carry));
    result.trim();
    return result;
}

BigInteger operator*(const BigInteger& a, const BigInteger& b) {
    BigInteger result;
    result.digits_.assign(a.digits_.size() + b.digits_.size(), 0);
    for (std::size_t i = 0; i < a.digits_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.digits_.size(); ++j) {
            carry += std::uint64_t{a.digits_[i]} * b.digits_[j] + result.digits_[i + j];
            result.digits_[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        result.digits_[i + b.digits_.size()] = static_cast<std::uint32_t>(carry);
    }
    result.negative_ = a.negative_ != b.negative_;
    result.trim();
    return result;
}

bool BigInteger::is_smaller(const Digits& a, const Digits& b) {
    if (a.size() != b.size()) return a.size() < b.size();
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

BigInteger::Digits BigInteger::sum(const Digits& a, const Digits& b) {
    Digits result;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        carry += std::uint64_t{i < a.size() ? a[i] : 0} + (i < b.size() ? b[i] : 0);
        result.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    result.push_back(static_cast<std::uint32_t>(carry));
    return result;
}

BigInteger::Digits BigInteger::difference(const Digits& larger, const Digits& smaller) {
    Digits result = larger;
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
        borrow += static_cast<std::int64_t>(larger[i]) - (i < smaller.size() ? smaller[i] : 0);
        result[i] = static_cast<std::uint32_t>(borrow);
        borrow >>= 32;
    }
    return result;
}

BigInteger operator-(const BigInteger& a, const BigInteger& b) {
    BigInteger result;
    if (a.negative_ != b.negative_) {
        result.digits_ = BigInteger::sum(a.digits_, b.digits_);
        result.negative_ = a.negative_;
    } else if (BigInteger::is_smaller(a.digits_, b.digits_)) {
        result.digits_ = BigInteger::difference(b.digits_, a.digits_);
        result.negative_ = !a.negative_;
    } else {
        result.digits_ = BigInteger::difference(a.digits_, b.digits_);
        result.negative_ = a.negative_;
    }
    result.trim();
    return result;
}

BigInteger::Quotient divided(const BigInteger& above, const BigInteger& below) {
    // With a leading bit of 1 and two digits or more, the leading digits determine the quotient's digit to within 2.
    const int shift = 32 - static_cast<int>(std::bit_width(below.digits_.back())) + (below.digits_.size() == 1 ? 32 : 0);
    const std::vector<std::uint32_t> by = below.shifted_left(shift).digits_;
    std::vector<std::uint32_t> rest = above.shifted_left(shift).digits_;
    rest.resize(std::max(rest.size(), by.size()) + 1, 0);
    BigInteger::Quotient quotient;
    for (std::size_t at = rest.size() - by.size(); at-- > 0;) quotient.value = quotient.value << 32 | next_digit(rest, at, by);
    quotient.inexact = std::any_of(rest.begin(), rest.end(), [](std::uint32_t digit) { return digit != 0; });
    return quotient;
}

}  // namespace treewright
