// The in-memory table: columns of doubles or of level codes, all of the same length.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/data/ids.h"
#include "treewright/data/numbers.h"
#include "treewright/data/schema.h"

namespace treewright {

/// Missing numbers are NaN; -0 is stored as +0.
inline bool is_missing(double value) { return std::isnan(value); }
inline bool is_missing(LevelCode code) { return code == missing_code; }

/// Exactly one of `values` and `codes` is used, as `holds_values(schema.type)` says.
struct Column {
    ColumnSchema schema;
    Numbers values;
    std::vector<LevelCode> codes;
    std::size_t position = 0;  ///< in its file, from 1 on, counting ignored columns; 0: not from a file

    [[nodiscard]] bool has_values() const { return holds_values(schema.type); }
    [[nodiscard]] std::size_t size() const { return has_values() ? values.size() : codes.size(); }
    [[nodiscard]] bool missing_at(std::size_t row) const {
        return has_values() ? is_missing(values[row]) : is_missing(codes[row]);
    }
};

struct Table {
    std::size_t rows = 0;
    std::vector<Column> columns;
    std::vector<std::uint32_t> lines;                ///< line of each row in its file, for messages; empty: not from a file
    std::vector<std::uint32_t> left_out_lines = {};  ///< of rows of the file that did not fit

    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].schema.name == name) return i;
        return std::nullopt;
    }
};

}  // namespace treewright
