// Small tables for the tests of data.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "treewright/data/training_set.h"

namespace treewright {

inline Column numbers(const std::string& name, std::vector<double> values) {
    Column column;
    column.schema.name = name;
    column.values = std::move(values);
    return column;
}

/// A category; "?" is missing.
inline Column words(const std::string& name, const std::vector<std::string>& cells) {
    Column column;
    column.schema = {name, ColumnType::categorical, cells};
    auto& levels = column.schema.levels;
    std::erase(levels, "?");
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    for (const std::string& cell : cells) {
        const auto level = std::lower_bound(levels.begin(), levels.end(), cell);
        column.codes.push_back(cell == "?" ? missing_code : static_cast<std::int32_t>(level - levels.begin()));
    }
    return column;
}

inline Table table_of(std::vector<Column> columns) {
    Table table;
    table.rows = columns.front().size();
    table.columns = std::move(columns);
    return table;
}

inline const double missing_number = std::nan("");

}  // namespace treewright
