// The labels and weights of the rows as fixed-point integers, from which all sums are made.
//
// `LabelScale` defines the rounding; it may be given, if this table is a partition of a larger one. These are the only
// roundings of the learner; sums of integers do not depend on the order.
//
// Where rows go down several branches (`--missing fractional`), a row is in a node with a share, an integer of which
// 2^share_bits are the whole row. Every sum is then multiplied by the shares, whose bits are taken from those of the targets
// and of weights that are not dyadic fractions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/base/large_array.h"
#include "treewright/base/progress.h"
#include "treewright/criteria/sums.h"
#include "treewright/data/ids.h"
#include "treewright/data/training_set.h"
#include "treewright/growing/label_scale.h"

namespace treewright {

/// Refers to the set, which must outlive it.
class Labels {
public:
    /// `progress`, if given, may stop the work.
    explicit Labels(const TrainingSet& set, const Progress* progress = nullptr, RowParts parts = RowParts::whole);
    explicit Labels(TrainingSet&&, const Progress* = nullptr, RowParts = RowParts::whole) = delete;
    /// By a given scale.
    Labels(const TrainingSet& set, const LabelScale& scale, const Progress* progress = nullptr);

    [[nodiscard]] const LabelScale& scale() const { return scale_; }
    [[nodiscard]] std::size_t slots() const { return scale_.slots(); }
    [[nodiscard]] int weight_bits() const { return scale_.weight_bits; }
    [[nodiscard]] int share_bits() const { return scale_.share_bits; }
    [[nodiscard]] std::uint32_t whole_row() const { return scale_.whole_row(); }
    [[nodiscard]] bool is_classification() const { return scale_.is_classification; }
    [[nodiscard]] std::size_t rows() const { return is_classification() ? classes_.size() : fixed_.size(); }
    [[nodiscard]] bool has_weights() const { return scale_.has_weights || scale_.share_bits > 0; }
    [[nodiscard]] std::span<const std::int32_t> classes() const { return classes_; }
    /// Regression: weight·q of a row.
    [[nodiscard]] std::int64_t product(RowId row) const { return products_.empty() ? fixed_[row] : products_[row]; }
    /// Regression: weight·q² of a row.
    [[nodiscard]] UInt128 square(RowId row) const {
        return static_cast<UInt128>(product(row)) * static_cast<UInt128>(fixed_[row]);
    }
    /// Regression: weight·q of every row.
    [[nodiscard]] std::span<const std::int64_t> products() const {
        const LargeArray<std::int64_t>& all = products_.empty() ? fixed_ : products_;
        return {all.data(), all.size()};
    }
    [[nodiscard]] std::int64_t weight(RowId row) const { return weights_.empty() ? 1 : weights_[row]; }
    /// Two rows with the same key have the same label.
    [[nodiscard]] bool same_label(std::uint32_t a, std::uint32_t b) const {
        return is_classification() ? classes_[a] == classes_[b] : (*targets_)[a] == (*targets_)[b];
    }

    void add(RowId row, Sums& sums) const { count(row, sums, 1); }
    /// Moves the row from one sum to another: the inner step of every scan.
    void move(RowId row, Sums& from, Sums& to) const {
        count(row, from, -1);
        count(row, to, 1);
    }
    [[nodiscard]] Sums sums_of(std::span<const RowId> rows) const;

    // RowParts::shares.
    /// From now on `weight`, `product`, `add` and `move` use this share of the row. Initially all rows are whole.
    void set_share(RowId row, std::uint32_t share);
    /// Adds a share of the row, independent of `set_share`.
    void add_share(RowId row, std::uint32_t share, Sums& sums) const;
    [[nodiscard]] std::int64_t weight_of_share(RowId row, std::uint32_t share) const {
        return (whole_weights_.empty() ? 1 : whole_weights_[row]) * static_cast<std::int64_t>(share);
    }

    // As in `LabelScale`.
    [[nodiscard]] double lowered_limit(double rows) const { return scale_.lowered_limit(rows); }
    [[nodiscard]] std::int64_t least_weight(double rows) const { return scale_.least_weight(rows); }
    [[nodiscard]] double real_weight(std::int64_t weight) const { return scale_.real_weight(weight); }
    [[nodiscard]] double real_gain(double gain) const { return scale_.real_gain(gain); }

private:
    void count(RowId row, Sums& sums, std::int64_t sign) const {
        const std::int64_t w = sign * weight(row);
        sums.weight += w;
        if (is_classification()) {
            sums.slots[position_of(classes_[row])] += w;
            return;
        }
        sums.slots[0] += sign * product(row);
        if (sign > 0)
            sums.squares += square(row);
        else
            sums.squares -= square(row);
    }
    struct Stop {
        const Progress* progress;
        void if_cancelled() const {
            if (progress != nullptr) progress->stop_if_cancelled();
        }
    };
    void make_weights(const TrainingSet& set, const Stop& stop);
    void make_targets(const TrainingSet& set, const Stop& stop);
    void make_products(const TrainingSet& set, const Stop& stop);
    void make_shares(std::size_t rows);
    [[nodiscard]] std::int64_t product_of_share(RowId row, std::uint32_t share) const {
        return (whole_products_.empty() ? fixed_[row] : whole_products_[row]) * static_cast<std::int64_t>(share);
    }

    LabelScale scale_;
    std::span<const std::int32_t> classes_;    ///< classification
    const Numbers* targets_ = nullptr;         ///< regression: the original targets
    LargeArray<std::int64_t> fixed_;           ///< regression: q
    LargeArray<std::int64_t> products_;        ///< regression with weights: weight·q
    LargeArray<std::int64_t> weights_;         ///< empty: 1 for every row
    LargeArray<std::int64_t> whole_weights_;   ///< RowParts::shares: those of whole rows; empty: 1
    LargeArray<std::int64_t> whole_products_;  ///< the same of `products_`; empty: those of `fixed_`
};

}  // namespace treewright
