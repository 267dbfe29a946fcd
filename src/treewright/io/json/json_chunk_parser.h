// From a block of JSON to a chunk of typed cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "treewright/io/json/json_names.h"
#include "treewright/io/json/json_parser.h"
#include "treewright/io/rows/piece_reader.h"

namespace treewright {

/// What is known of a file before its rows are read.
struct JsonLayout {
    JsonForm form = JsonForm::lines;
    JsonNames names;
    bool refuses_new_names = false;     ///< a key that is not among the names is an error
    bool refuses_foreign_rows = false;  ///< a record without any of the names is an error
};

struct JsonPiece : BlockPiece {
    bool from_start = false;  ///< whether it is the first block
    bool is_closed = false;   ///< whether the array of records ended
};

/// Parses the piece's block into its chunk by the plan. `first_line` is the line in which it begins. Throws an input error for the
/// first record that is wrong.
void parse_piece(JsonPiece& piece, const JsonLayout& layout, const ChunkPlan& plan, const CellRules& cells,
                 std::size_t first_line);

/// What to do with the records of a block.
struct JsonRecordUse {
    std::function<void(const std::vector<JsonCell>& cells, std::size_t line)> take;
    /// Gets a record that does not fit; not set: it is an error.
    std::function<void(BadRow row)> leave_out = {};
    bool leaves_out_bad_text = false;  ///< even one that is not text: each line stands for itself
};
/// Hands on the records of the block that begins at `offset` in the file, and returns the parser at its end. Throws an input error
/// for the first record that is wrong.
JsonParser for_records(const JsonParser::Input& input, std::uint64_t offset, const JsonRecordUse& use);

}  // namespace treewright
