// Numbers by row and class, the rows being nodes, predictions or true classes. With thousands of classes a row has hardly any of
// them: then only what is not 0 is kept, so that memory grows with what occurs, not with rows times classes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "treewright/data/ids.h"

namespace treewright {

/// Tables of more classes do not keep zeros.
inline constexpr std::size_t most_dense_classes = 256;

/// One row, with a number for every class: a view of the table, or a copy if the table does not keep zeros.
template <class Number>
class ClassRow {
public:
    ClassRow() = default;
    explicit ClassRow(std::span<const Number> kept) : numbers_(kept) {}
    explicit ClassRow(std::vector<Number> filled) : filled_(std::move(filled)), numbers_(filled_) {}
    ClassRow(const ClassRow& other)
        : filled_(other.filled_), numbers_(filled_.empty() ? other.numbers_ : std::span<const Number>(filled_)) {}
    ClassRow(ClassRow&& other) noexcept = default;  // a vector that is moved stays where it is
    ClassRow& operator=(const ClassRow& other) { return *this = ClassRow(other); }
    ClassRow& operator=(ClassRow&& other) noexcept = default;
    ~ClassRow() = default;

    [[nodiscard]] std::size_t size() const { return numbers_.size(); }
    [[nodiscard]] auto begin() const { return numbers_.begin(); }
    [[nodiscard]] auto end() const { return numbers_.end(); }
    [[nodiscard]] const Number& operator[](std::size_t position) const { return numbers_[position]; }

private:
    std::vector<Number> filled_;
    std::span<const Number> numbers_;
};

/// Who owns a table knows its number of classes.
template <class Number>
struct ClassTable {
    struct Cell {
        ClassId position = 0;
        Number number{};
        bool operator==(const Cell&) const = default;
    };
    std::vector<Number> cells;              ///< up to `most_dense_classes`: rows × classes
    std::vector<std::vector<Cell>> sparse;  ///< with more: of each row those that are not 0, in the order of the classes

    static bool is_dense(std::size_t classes) { return classes <= most_dense_classes; }
    /// Room for rows of zeros.
    static ClassTable of_zeros(std::size_t rows, std::size_t classes) {
        ClassTable table;
        if (is_dense(classes))
            table.cells.assign(rows * classes, Number{});
        else
            table.sparse.resize(rows);
        return table;
    }

    /// Whether it has that many rows.
    [[nodiscard]] bool has_rows(std::size_t rows, std::size_t classes) const {
        if (is_dense(classes)) return sparse.empty() && cells.size() == rows * classes;
        return cells.empty() && sparse.size() == rows;
    }
    [[nodiscard]] ClassRow<Number> row(std::size_t number, std::size_t classes) const {
        if (is_dense(classes)) return ClassRow<Number>(std::span(cells).subspan(number * classes, classes));
        std::vector<Number> filled(classes, Number{});
        for (const Cell& cell : sparse[number]) filled[cell.position] = cell.number;
        return ClassRow<Number>(std::move(filled));
    }
    [[nodiscard]] Number at(std::size_t row, std::size_t position, std::size_t classes) const {
        if (is_dense(classes)) return cells[row * classes + position];
        const auto found = place_of(sparse[row], position);
        return found != sparse[row].end() && found->position == position ? found->number : Number{};
    }
    /// Calls take(position, number) for all cells of a row that are kept: for every class, or for those that are not 0.
    template <class Take>
    void for_kept(std::size_t row, std::size_t classes, const Take& take) const {
        if (is_dense(classes))
            for (std::size_t j = 0; j < classes; ++j) take(j, cells[row * classes + j]);
        else
            for (const Cell& cell : sparse[row]) take(std::size_t{cell.position}, cell.number);
    }

    /// Appends a row; number_of(position) is the number of a class.
    template <class NumberOf>
    void add_row(std::size_t classes, const NumberOf& number_of) {
        if (!is_dense(classes)) {
            sparse.emplace_back();
            return set_row(sparse.size() - 1, classes, number_of);
        }
        for (std::size_t j = 0; j < classes; ++j) cells.push_back(number_of(j));
    }
    /// Appends a row of another table.
    void copy_row(const ClassTable& from, std::size_t row, std::size_t classes) {
        if (!is_dense(classes)) {
            sparse.push_back(from.sparse[row]);
            return;
        }
        const auto numbers = std::span(from.cells).subspan(row * classes, classes);
        cells.insert(cells.end(), numbers.begin(), numbers.end());
    }
    template <class NumberOf>
    void set_row(std::size_t row, std::size_t classes, const NumberOf& number_of) {
        if (is_dense(classes)) {
            for (std::size_t j = 0; j < classes; ++j) cells[row * classes + j] = number_of(j);
            return;
        }
        std::vector<Cell> kept;
        for (std::size_t j = 0; j < classes; ++j)
            if (const Number number = number_of(j); number != Number{}) kept.push_back({static_cast<ClassId>(j), number});
        kept.shrink_to_fit();
        sparse[row] = std::move(kept);
    }
    /// The cell to be changed; one that was 0 is kept from now on.
    Number& cell(std::size_t row, std::size_t position, std::size_t classes) {
        if (is_dense(classes)) return cells[row * classes + position];
        const auto found = place_of(sparse[row], position);
        if (found != sparse[row].end() && found->position == position) return found->number;
        return sparse[row].insert(found, {static_cast<ClassId>(position), Number{}})->number;
    }

    /// Adds another row to a row.
    void add_to_row(std::size_t row, std::size_t added, std::size_t classes) {
        if (is_dense(classes)) {
            for (std::size_t j = 0; j < classes; ++j) cells[row * classes + j] += cells[added * classes + j];
            return;
        }
        std::vector<Cell> sums;
        auto own = sparse[row].begin();
        for (const Cell& cell : sparse[added]) {
            while (own != sparse[row].end() && own->position < cell.position) sums.push_back(*own++);
            const bool both = own != sparse[row].end() && own->position == cell.position;
            sums.push_back({cell.position, both ? (own++)->number + cell.number : cell.number});
        }
        sums.insert(sums.end(), own, sparse[row].end());
        sparse[row] = std::move(sums);
    }

    bool operator==(const ClassTable&) const = default;

private:
    static auto place_of(auto& cells_of_row, std::size_t position) {
        return std::ranges::lower_bound(cells_of_row, position, {},
                                        [](const Cell& cell) { return std::size_t{cell.position}; });
    }
};

}  // namespace treewright
