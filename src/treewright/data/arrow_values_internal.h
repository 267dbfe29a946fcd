// The cells of one Arrow array, read one by one from its buffers: as doubles and as texts.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/arrow_type.h"

namespace treewright {

/// Thrown if an array violates its format. A caller that knows the column turns it into an input `Error`.
class ArrowDamage : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A range of the rows of an array. Row 0 is the first of the range.
class ArrowSlice {
public:
    /// Checks that the array has the buffers and children that its type requires.
    ArrowSlice(const ArrowField& field, const ArrowArray& array, std::int64_t first, std::int64_t count);
    /// All rows of the array.
    ArrowSlice(const ArrowField& field, const ArrowArray& array) : ArrowSlice(field, array, 0, array.length) {}

    [[nodiscard]] const ArrowField& field() const { return *field_; }
    [[nodiscard]] const ArrowArray& array() const { return *array_; }
    [[nodiscard]] std::int64_t count() const { return count_; }
    /// The position of row 0 in the buffers.
    [[nodiscard]] std::int64_t first() const { return first_; }
    /// Whether a bitmap says which cells are missing; else none is, or all are nulls.
    [[nodiscard]] bool has_bitmap() const { return validity_ != nullptr; }
    [[nodiscard]] bool is_missing(std::int64_t row) const {
        if (validity_ == nullptr) return field_->kind == ArrowKind::null;
        const auto bit = static_cast<std::uint64_t>(first_ + row);
        return ((validity_[bit / 8] >> (bit % 8)) & 1U) == 0;
    }
    template <class Cell>
    [[nodiscard]] const Cell* buffer(int number) const {
        return static_cast<const Cell*>(array_->buffers[number]);
    }

private:
    const ArrowField* field_;
    const ArrowArray* array_;
    std::int64_t first_;
    std::int64_t count_;
    const std::uint8_t* validity_ = nullptr;  ///< null: no cell is missing
};

/// An integer cell of any width; also for dictionary indices and run ends.
[[nodiscard]] std::int64_t integer_at(const ArrowSlice& slice, std::int64_t row);

/// Appends all rows as doubles, missing ones as NaN, -0 as +0: numbers, decimals, dates in days, times in seconds, false and true
/// as 0 and 1. Returns whether an integer had to be rounded.
bool append_numbers(const ArrowSlice& slice, std::vector<double>& numbers);

/// Whether a cell is null or NaN, which are both missing.
[[nodiscard]] bool is_null_or_nan(const ArrowSlice& slice, std::int64_t row);

/// The exact text of a cell that is not missing. The view may point into the array or into `scratch`.
[[nodiscard]] std::string_view text_at(const ArrowSlice& slice, std::int64_t row, std::string& scratch);

}  // namespace treewright
