// The rows of a file of JSON records: objects one per line, one after the other, or in one array.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/run.h"
#include "treewright/io/bytes/block_reader.h"
#include "treewright/io/json/json_chunk_parser.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/row_reader.h"

namespace treewright {

class JsonReader final : public RowReader {
public:
    /// Looks at all records for their names, but for a pipe of which `asked` says what is needed: there at those that come first.
    /// Keeps a reference to `source`, which must be at its first byte.
    JsonReader(Source& source, JsonForm form, const ReadOptions& options, const std::optional<AskedColumns>& asked,
               const Run& run);

    bool read(ChunkSink& sink) override;
    void rewind() override;
    [[nodiscard]] std::size_t blank_lines() const override { return 0; }  // they are part of the format
    [[nodiscard]] bool has_records() const override { return true; }

private:
    void find_names(bool all, bool skips);
    void ask_for(const AskedColumns& asked, bool is_live);
    bool next_piece(JsonPiece& piece);
    void parse(JsonPiece& piece, const ChunkSink& sink, std::size_t first_line) const;
    void deliver(JsonPiece& piece, ChunkSink& sink);

    std::string file_;
    JsonLayout layout_;
    Threads threads_;
    bool is_live_;
    BlockReader blocks_;
    std::vector<JsonPiece> pieces_;  ///< as many as may be on their way
    bool at_start_ = true;
    bool at_end_ = false;
    bool is_closed_ = false;  ///< whether the array of records ended
    std::size_t line_ = 1;    ///< of what is handed on next
};

}  // namespace treewright
