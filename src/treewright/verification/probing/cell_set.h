// What a cell may hold: missing, unseen, an interval of numbers or some of the levels. Conditions on a path narrow it.
#pragma once

#include <limits>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/schema.h"
#include "treewright/tree/lowered.h"

namespace treewright {

struct CellSet {
    bool missing = false;
    bool unseen = false;  ///< categories
    double lowest =
        std::numeric_limits<double>::infinity();  ///< columns of values: both ends belong to it; above `highest`: no value
    double highest = -std::numeric_limits<double>::infinity();
    std::vector<bool> levels = {};  ///< categories: by code; empty: none

    [[nodiscard]] bool holds_value() const { return lowest <= highest; }
    [[nodiscard]] bool holds_level() const;
    [[nodiscard]] bool empty() const { return !missing && !unseen && !holds_value() && !holds_level(); }
};

/// A part of a date that is a whole number: the month.
bool is_whole_part(const ColumnSchema& column);

/// Everything that a cell of the column can hold: ranks of ordered categories and parts of dates are whole, dates are in the years 1 to 9999.
CellSet all_cells(const ColumnSchema& column);
CellSet missing_cells();
CellSet unseen_cells();
CellSet one_value(double value);
CellSet one_level(const ColumnSchema& column, LevelCode level);
/// The cells for which a threshold, subset or is_missing test says yes, or no.
CellSet cells_of_answer(const LoweredTest& test, const ColumnSchema& column, bool yes);
/// Levels that are in neither set of a subset.
CellSet absent_levels(const LoweredTest& test, const ColumnSchema& column);
/// The cells by which a surrogate cannot decide.
CellSet undecided_cells(const LoweredTest& test, const ColumnSchema& column);

/// Keeps what both hold; false if that is nothing.
bool narrow(CellSet& cells, const CellSet& by, const ColumnSchema& column);

}  // namespace treewright
