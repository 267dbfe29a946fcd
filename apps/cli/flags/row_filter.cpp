#include "cli/flags/row_filter.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/data/prepare.h"

namespace treewright::cli {

namespace {

std::int32_t level_position(const ColumnSchema& column, const std::string& level, const std::string& source) {
    const auto found = std::find(column.levels.begin(), column.levels.end(), level);
    if (found != column.levels.end()) return static_cast<std::int32_t>(found - column.levels.begin());
    const std::string hint = did_you_mean(level, column.levels);
    throw input_error(fmt::format("{}: '{}' is never '{}': {}", source, column.name, level,
                                  hint.empty() ? "treewright describe lists its levels" : hint));
}

template <class Cell>
void keep_cells(std::vector<Cell>& cells, const std::vector<char>& keep) {
    std::size_t kept = 0;
    for (std::size_t row = 0; row < cells.size(); ++row)
        if (keep[row] != 0) cells[kept++] = cells[row];
    cells.resize(kept);
}

}  // namespace

Wish wish_of(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw usage_error(fmt::format("{} cannot be '{}': it is a column, an equals sign and what follows, such as {}", option,
                                      text, option == "--at" ? "Humidity=60,65,70" : "Outlook=sunny"));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void keep_rows_where(Table& table, const Wish& wish, const std::string& source) {
    const Column& column = table.columns[find_column(table, wish.column, source)];
    if (column.schema.levels.empty())
        throw input_error(
            fmt::format("{}: '{}' holds no categories: --where takes a column of categories", source, column.schema.name));
    const std::int32_t level = level_position(column.schema, wish.value, source);
    std::vector<char> keep(table.rows, 0);
    for (std::size_t row = 0; row < table.rows; ++row)
        keep[row] = column.has_values() ? column.values[row] == static_cast<double>(level) : column.codes[row] == level;
    for (Column& each : table.columns) {
        keep_cells(each.values.own(), keep);
        keep_cells(each.codes, keep);
    }
    table.rows = static_cast<std::size_t>(std::count(keep.begin(), keep.end(), 1));
}

}  // namespace treewright::cli
