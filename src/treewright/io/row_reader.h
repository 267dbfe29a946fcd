// A file of rows, whatever its format: names, then one record after the other, each as wide as the names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "treewright/io/column_rule.h"
#include "treewright/io/missing_words.h"
#include "treewright/io/record.h"

namespace treewright {

class RowReader {
public:
    RowReader() = default;
    RowReader(const RowReader&) = delete;
    RowReader& operator=(const RowReader&) = delete;
    virtual ~RowReader() = default;

    /// The next row; its texts hold until the call after this one. False at the end. Throws an input error with its place.
    virtual bool next(Record& record) = 0;
    /// Goes back to the first row.
    virtual void rewind() = 0;
    /// Blank lines passed over since the last `rewind`.
    [[nodiscard]] virtual std::size_t blank_lines() const = 0;

    /// What the file itself says of each column: its name, and in an ARFF file its type.
    [[nodiscard]] const std::vector<ColumnRule>& columns() const { return columns_; }
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] const CellRules& cells() const { return cells_; }

protected:
    std::vector<ColumnRule> columns_;
    CellRules cells_;
};

}  // namespace treewright
