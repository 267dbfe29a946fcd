// From a block of CSV to a chunk of typed cells.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "treewright/io/bytes/bad_text.h"
#include "treewright/io/csv/csv_dialect.h"
#include "treewright/io/csv/csv_parser.h"
#include "treewright/io/csv/field_marks.h"
#include "treewright/io/rows/piece_reader.h"

namespace treewright {

struct CsvPiece : BlockPiece {
    std::size_t begin = 0;  ///< where in the block the rows begin (behind the names)
    FieldMarks marks;
    std::size_t blank_lines = 0;
    std::size_t stray_quote_line = 0;  ///< counted from the first of its lines, from 1; 0: there is none
    bool has_quoted = false;
};

/// Parses the piece's block into its chunk by the plan. `first_line` is the line of its first row. Throws an input error for the
/// first row that is wrong.
void parse_piece(CsvPiece& piece, const CsvDialect& dialect, const ChunkPlan& plan, const CellRules& cells,
                 std::size_t first_line);

/// The first byte that is not text among these, which begin in line `first_line`.
[[nodiscard]] std::optional<BadText> find_bad_text(std::span<const char> bytes, std::uint64_t offset, std::size_t first_line);

/// Throws for what is wrong with the record that was just parsed: errors come in the order of the file, whatever the blocks.
void check_record(const CsvParser& parser, const std::optional<BadText>& bad, const std::string& file,
                  bool rows_are_lines = false);

}  // namespace treewright
