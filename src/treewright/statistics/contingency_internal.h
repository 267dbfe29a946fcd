// A contingency table with its margins, without the rows and columns that are empty.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace treewright {

struct Contingency {
    std::vector<double> cells;  ///< row after row
    std::vector<double> row_totals;
    std::vector<double> column_totals;
    double total = 0.0;

    [[nodiscard]] std::size_t rows() const { return row_totals.size(); }
    [[nodiscard]] std::size_t columns() const { return column_totals.size(); }
    [[nodiscard]] double at(std::size_t row, std::size_t column) const { return cells[row * columns() + column]; }
};

Contingency without_empty(std::span<const double> table, std::size_t columns);

}  // namespace treewright
