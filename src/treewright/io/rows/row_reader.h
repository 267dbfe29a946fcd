// A file of rows, whatever its format: names, then rows as wide as the names, handed on as chunks of typed cells.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "treewright/io/bad_rows.h"
#include "treewright/io/cells/chunk.h"
#include "treewright/io/cells/column_rule.h"
#include "treewright/io/cells/missing_words.h"

namespace treewright {

/// The columns that will be asked for, where a model knows them before the file is read.
struct AskedColumns {
    std::vector<std::string> names;
    bool all = false;  ///< besides, all others
};

class RowReader {
public:
    RowReader() = default;
    RowReader(const RowReader&) = delete;
    RowReader& operator=(const RowReader&) = delete;
    virtual ~RowReader() = default;

    /// Hands rows to the sink, in their order, until it has enough or the file ends; then false. Throws an input error with its
    /// place: the first of the file, whatever the blocks and threads.
    virtual bool read(ChunkSink& sink) = 0;
    /// Goes back to the first row.
    virtual void rewind() = 0;
    /// From the next `rewind` on.
    void set_decimal_comma(bool comma) { cells_.decimal_comma = comma; }
    /// Blank lines passed over since the last `rewind`.
    [[nodiscard]] virtual std::size_t blank_lines() const = 0;

    /// The line of a quote inside a field that is not quoted, in a file that quotes nothing; 0: there is none.
    [[nodiscard]] virtual std::size_t stray_quote_line() const { return 0; }
    /// Those that were left out or mended since the last `rewind`.
    [[nodiscard]] const std::vector<BadRow>& bad_rows() const { return bad_rows_; }

    /// Hands them over, so that they are not kept.
    [[nodiscard]] std::vector<BadRow> take_bad_rows() { return std::exchange(bad_rows_, {}); }
    /// Whether each row names its cells, as in JSON.
    [[nodiscard]] virtual bool has_records() const { return false; }

    /// What the file declares about each column: its name, and in an ARFF file its type.
    [[nodiscard]] const std::vector<ColumnRule>& columns() const { return columns_; }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const ColumnRule& column : columns_) names.push_back(column.name);
        return names;
    }
    [[nodiscard]] const CellRules& cells() const { return cells_; }

protected:
    /// While some are parsed, others wait for their turn to be handed on, and one is read.
    static constexpr std::size_t pieces_per_thread = 4;

    std::vector<ColumnRule> columns_;
    CellRules cells_;
    std::vector<BadRow> bad_rows_;
};

}  // namespace treewright
