// Bit sets of rows, and their weights. Weights are integers here, so that the order of the rows cannot change a sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treewright {

/// Row r is bit r % 64 of word r / 64; bits after the last row are 0.
using RowBits = std::vector<std::uint64_t>;

inline RowBits no_rows(std::size_t rows) { return RowBits((rows + 63) / 64, 0); }
RowBits all_rows(std::size_t rows);
inline void add_row(RowBits& bits, std::size_t row) { bits[row / 64] |= std::uint64_t{1} << (row % 64); }
inline void intersect_with(RowBits& bits, const RowBits& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= other[i];
}
inline void unite_with(RowBits& bits, const RowBits& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= other[i];
}
inline void subtract_from(RowBits& bits, const RowBits& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= ~other[i];
}

/// The indices of the words that contain a row.
std::vector<std::uint32_t> words_in_use(const RowBits& bits);

/// std::std::popcount is a library call unless the target is known to have the instruction.
constexpr std::int64_t population_count(std::uint64_t word) {
    word -= (word >> 1U) & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + ((word >> 2U) & 0x3333333333333333U);
    word = (word + (word >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
    return static_cast<std::int64_t>((word * 0x0101010101010101U) >> 56U);
}

/// The weights of rows as integers w·2^bits: exact for whole numbers and for fractions of a power of two, else rounded. They
/// are stored as bit planes, one bit set per binary digit, so that a weighted count is a few popcounts.
class RowWeights {
public:
    /// Empty: every row counts once.
    RowWeights(std::span<const double> weights, std::size_t rows);

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] double real(std::int64_t weight) const;

    /// The weight of the rows whose bits word(0), word(1), … hold.
    template <class Word>
    [[nodiscard]] std::int64_t sum(const Word& word) const {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < (rows_ + 63) / 64; ++i) sum += weight_in(i, word(i));
        return sum;
    }
    /// The same where only some words hold rows.
    template <class Word>
    [[nodiscard]] std::int64_t sum_at(std::span<const std::uint32_t> words, const Word& word) const {
        std::int64_t sum = 0;
        for (const std::uint32_t i : words) sum += weight_in(i, word(i));
        return sum;
    }
    [[nodiscard]] std::int64_t of_row(std::size_t row) const { return weight_in(row / 64, std::uint64_t{1} << (row % 64)); }
    [[nodiscard]] std::int64_t of(const RowBits& rows) const {
        return sum([&](std::size_t i) { return rows[i]; });
    }
    [[nodiscard]] std::int64_t of_common(const RowBits& a, const RowBits& b) const {
        return sum([&](std::size_t i) { return a[i] & b[i]; });
    }

private:
    [[nodiscard]] std::int64_t weight_in(std::size_t i, std::uint64_t bits) const {
        if (digits_ == 0) return population_count(bits);
        std::int64_t weight = 0;
        for (std::size_t digit = 0; bits != 0 && digit < digits_; ++digit)
            weight += population_count(bits & planes_[i * digits_ + digit]) << digit;
        return weight;
    }

    std::size_t rows_;
    std::size_t digits_ = 0;  ///< 0: every row counts once
    int exponent_ = 0;        ///< a weight of 1 here is 2^exponent_
    RowBits planes_;          ///< digits_ words per 64 rows
};

}  // namespace treewright
