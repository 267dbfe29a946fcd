// The rows of a file of JSON records: objects one per line, one after the other, or in one array.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/io/json/json_chunk_parser.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/piece_reader.h"

namespace treewright {

class JsonReader final : public PieceReader<JsonPiece> {
public:
    /// Looks at all records for their names, but for a pipe of which `asked` says what is needed: there at those that come first.
    /// Keeps a reference to `source`, which must be at its first byte.
    JsonReader(Source& source, JsonForm form, const ReadOptions& options, const std::optional<AskedColumns>& asked,
               const Run& run);

    void rewind() override;
    [[nodiscard]] std::size_t blank_lines() const override { return 0; }  // they are part of the format
    [[nodiscard]] bool has_records() const override { return true; }

private:
    void find_names(bool all, bool skips);
    void ask_for(const AskedColumns& asked, bool is_live);
    bool next_piece(JsonPiece& piece) override;
    void parse(JsonPiece& piece, const ChunkPlan& plan, std::size_t first_line) const override;
    void hand_on(const JsonPiece& piece) override { is_closed_ = piece.is_closed; }
    void check_end() const override;

    JsonLayout layout_;
    bool at_start_ = true;
    bool is_closed_ = false;  ///< whether the array of records ended
};

}  // namespace treewright
