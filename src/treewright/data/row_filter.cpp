#include "treewright/data/row_filter.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/data/prepare.h"

namespace treewright {

namespace {

std::int32_t level_position(const ColumnSchema& column, const std::string& level, const std::string& source) {
    const auto found = std::find(column.levels.begin(), column.levels.end(), level);
    if (found != column.levels.end()) return level_code(index_in(column.levels, found));
    throw input_error(fmt::format("{}: '{}' is never '{}': {}", source, column.name, level,
                                  nearest_or_first(level, column.levels, "levels")));
}

template <class Cell>
void keep_marked(std::vector<Cell>& cells, const std::vector<char>& keep) {
    std::size_t kept = 0;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (keep[row] != 0) cells[kept++] = cells[row];
    cells.resize(kept);
}

}  // namespace

void keep_rows_where(Table& table, const std::string& column_name, const std::string& level_name, const std::string& source) {
    const Column& column = table.columns[find_column(table, column_name, source)];
    if (column.schema.levels.empty())
        throw input_error(fmt::format("{}: '{}' is not categorical: {} takes a categorical column", source, column.schema.name,
                                      named("where")));
    const LevelCode level = level_position(column.schema, level_name, source);
    std::vector<char> keep(table.rows, 0);
    for (std::size_t row = 0; row < table.rows; ++row)
        keep[row] = column.has_values() ? column.values[row] == static_cast<double>(level) : column.codes[row] == level;
    for (Column& each : table.columns) {
        keep_marked(each.values.own(), keep);
        keep_marked(each.codes, keep);
    }
    table.rows = static_cast<std::size_t>(std::count(keep.begin(), keep.end(), 1));
}

void keep_first_rows(Table& table, std::size_t rows) {
    if (rows >= table.rows) return;
    table.rows = rows;
    for (Column& column : table.columns) {
        if (column.has_values())
            column.values.own().resize(rows);
        else
            column.codes.resize(rows);
    }
}

}  // namespace treewright
