// Rows to be predicted, in either layout of the caller: the columns of a table, or one row-major matrix.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "treewright/data/table.h"

namespace treewright {

/// A row-major matrix in a caller's memory, such as a numpy array. The cells of a row are the model's features in the order of
/// its schema. The cell of a category is the position of its level; `code_of_cell` defines the meaning of other numbers.
template <class Value>
struct RowMatrix {
    const Value* cells = nullptr;
    std::size_t rows = 0;
    std::size_t step = 0;  ///< stride: cells from the beginning of a row to that of the next
};

/// NaN is missing; a number that is not the position of a level is unseen.
inline std::int32_t code_of_cell(double cell, std::size_t levels) {
    if (std::isnan(cell)) return missing_code;
    if (!(cell >= 0.0 && cell < static_cast<double>(levels)) || cell != std::floor(cell)) return unseen_code;
    return static_cast<std::int32_t>(cell);
}

/// A non-owning view of the caller's columns or matrix.
class Rows {
public:
    struct InColumns {
        const std::vector<Column>* features;  ///< in the order of the model's schema
        std::size_t rows;
    };
    using Shape = std::variant<InColumns, RowMatrix<float>, RowMatrix<double>>;

    Rows(const std::vector<Column>& features, std::size_t rows) : shape_(InColumns{&features, rows}) {}
    Rows(const std::vector<Column>&& features, std::size_t rows) = delete;  // a temporary would be gone
    Rows(RowMatrix<float> matrix) : shape_(matrix) {}
    Rows(RowMatrix<double> matrix) : shape_(matrix) {}

    [[nodiscard]] std::size_t size() const {
        return std::visit([](const auto& shape) { return shape.rows; }, shape_);
    }
    [[nodiscard]] const Shape& shape() const { return shape_; }

private:
    Shape shape_;
};

}  // namespace treewright
