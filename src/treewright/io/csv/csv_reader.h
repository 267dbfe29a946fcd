// The rows of a CSV file: blocks are read one after the other, parsed in parallel, and handed on in their order.
#pragma once

#include <string>
#include <vector>

#include "treewright/base/parallel.h"
#include "treewright/base/run.h"
#include "treewright/io/bytes/block_reader.h"
#include "treewright/io/csv/csv_chunk_parser.h"
#include "treewright/io/csv/csv_dialect.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/row_reader.h"

namespace treewright {

struct CsvLayout {
    CsvDialect dialect;
    bool header = true;
    std::string word_above_values = {};  ///< a name, perhaps, in a first row that looks like data
};

class CsvReader final : public RowReader {
public:
    /// Reads the names. Keeps a reference to `source`, which must be at its first byte.
    CsvReader(Source& source, const CsvLayout& layout, const ReadOptions& options, const Run& run);

    bool read(ChunkSink& sink) override;
    void rewind() override;
    [[nodiscard]] std::size_t blank_lines() const override { return blank_lines_; }
    [[nodiscard]] std::size_t stray_quote_line() const override { return stray_quote_line_; }

private:
    [[nodiscard]] std::vector<std::string> read_first_record();
    bool next_piece(CsvPiece& piece);
    void deliver(CsvPiece& piece, ChunkSink& sink);
    void look_for_stray_quotes(const CsvPiece& piece);
    void refuse_stray_quotes() const;
    void parse(CsvPiece& piece, const ChunkSink& sink, std::size_t first_line) const;

    std::string file_;
    CsvLayout layout_;
    Threads threads_;
    bool is_live_;  ///< each line is answered before the next one comes
    BlockReader blocks_;
    std::vector<CsvPiece> pieces_;  ///< as many as may be on their way; the first block waits in the first one
    bool first_waits_ = false;
    bool at_end_ = false;
    std::size_t line_ = 1;         ///< of what is handed on next
    std::size_t blank_lines_ = 0;  ///< in what was handed on
    std::size_t stray_quote_line_ = 0;
    bool has_quoted_ = false;
    std::size_t first_line_ = 1;  ///< of the table
};

}  // namespace treewright
