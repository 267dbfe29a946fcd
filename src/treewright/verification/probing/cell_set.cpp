#include "treewright/verification/probing/cell_set.h"

#include <algorithm>
#include <cmath>

namespace treewright {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double first_day = -719162.0;  // 0001-01-01: some databases have no year 0
constexpr double last_day = 2932896.0;   // 9999-12-31
constexpr double seconds_per_day = 86400.0;

CellSet values_between(double lowest, double highest) {
    CellSet cells;
    cells.lowest = lowest;
    cells.highest = highest;
    return cells;
}

CellSet some_levels(std::span<const LevelCode> codes, const ColumnSchema& column) {
    CellSet cells;
    cells.levels.assign(column.levels.size(), false);
    for (const LevelCode code : codes) cells.levels[position_of(code)] = true;
    return cells;
}

CellSet part_cells(DatePart part) {
    switch (part) {
        case DatePart::year: return values_between(1.0, 9999.0);
        case DatePart::quarter: return values_between(1.0, 4.0);
        case DatePart::month: return values_between(1.0, 12.0);
        case DatePart::day: return values_between(1.0, 31.0);
        case DatePart::weekday: return values_between(0.0, 6.0);
        case DatePart::hour: return values_between(0.0, 23.0);
        case DatePart::minute: return values_between(0.0, 59.0);
    }
    return {};
}

CellSet known_cells(const ColumnSchema& column) {
    CellSet cells;
    if (is_whole_part(column)) return part_cells(column.reading.part_of->part);
    switch (column.type) {
        case ColumnType::numeric: return values_between(-infinite, infinite);
        case ColumnType::date: return values_between(first_day, last_day);
        case ColumnType::time: return values_between(first_day * seconds_per_day, (last_day + 1.0) * seconds_per_day - 1.0);
        case ColumnType::ordered: return values_between(0.0, static_cast<double>(column.levels.size()) - 1.0);
        case ColumnType::categorical: cells.levels.assign(column.levels.size(), true); break;
    }
    return cells;
}

}  // namespace

bool is_whole_part(const ColumnSchema& column) { return column.type == ColumnType::numeric && column.reading.part_of.has_value(); }

bool CellSet::holds_level() const { return std::find(levels.begin(), levels.end(), true) != levels.end(); }

CellSet all_cells(const ColumnSchema& column) {
    CellSet cells = known_cells(column);
    cells.missing = true;
    cells.unseen = column.type == ColumnType::categorical;
    return cells;
}

CellSet missing_cells() {
    CellSet cells;
    cells.missing = true;
    return cells;
}

CellSet unseen_cells() {
    CellSet cells;
    cells.unseen = true;
    return cells;
}

CellSet one_value(double value) { return values_between(value, value); }

CellSet one_level(const ColumnSchema& column, LevelCode level) { return some_levels({&level, 1}, column); }

CellSet cells_of_answer(const LoweredTest& test, const ColumnSchema& column, bool yes) {
    const SplitView& split = test.split;
    if (split.kind == SplitKind::threshold)
        return yes ? values_between(-infinite, split.threshold)
                   : values_between(std::nextafter(split.threshold, infinite), infinite);
    if (split.kind == SplitKind::subset) return some_levels(yes ? split.left_levels : split.right_levels, column);
    check_invariant(split.kind == SplitKind::is_missing, "a split with more answers than yes and no");
    if (!yes) return known_cells(column);
    CellSet cells = missing_cells();
    cells.unseen = true;
    return cells;
}

CellSet absent_levels(const LoweredTest& test, const ColumnSchema& column) {
    CellSet cells;
    cells.levels.assign(column.levels.size(), true);
    for (const auto& side : {test.split.left_levels, test.split.right_levels})
        for (const LevelCode code : side) cells.levels[position_of(code)] = false;
    return cells;
}

CellSet undecided_cells(const LoweredTest& test, const ColumnSchema& column) {
    if (test.split.kind == SplitKind::threshold) return missing_cells();
    CellSet cells = absent_levels(test, column);
    cells.missing = cells.unseen = true;
    return cells;
}

bool narrow(CellSet& cells, const CellSet& by, const ColumnSchema& column) {
    cells.missing = cells.missing && by.missing;
    cells.unseen = cells.unseen && by.unseen;
    cells.lowest = std::max(cells.lowest, by.lowest);
    cells.highest = std::min(cells.highest, by.highest);
    if (column.type == ColumnType::ordered || is_whole_part(column)) {
        cells.lowest = std::ceil(cells.lowest);
        cells.highest = std::floor(cells.highest);
    }
    for (std::size_t i = 0; i < cells.levels.size(); ++i)
        cells.levels[i] = cells.levels[i] && i < by.levels.size() && by.levels[i];
    return !cells.empty();
}

}  // namespace treewright
