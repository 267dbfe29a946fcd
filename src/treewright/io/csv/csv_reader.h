// The rows of a CSV file.
#pragma once

#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/io/csv/csv_chunk_parser.h"
#include "treewright/io/csv/csv_dialect.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/piece_reader.h"

namespace treewright {

struct CsvLayout {
    CsvDialect dialect;
    bool header = true;
    std::string word_above_values = {};  ///< a name, perhaps, in a first row that looks like data
};

class CsvReader final : public PieceReader<CsvPiece> {
public:
    /// Reads the names. Keeps a reference to `source`, which must be at its first byte.
    CsvReader(Source& source, const CsvLayout& layout, const ReadOptions& options, const Run& run);

    void rewind() override;
    [[nodiscard]] std::size_t blank_lines() const override { return blank_lines_; }
    [[nodiscard]] std::size_t stray_quote_line() const override { return stray_quote_line_; }

private:
    [[nodiscard]] std::vector<std::string> read_first_record();
    bool next_piece(CsvPiece& piece) override;
    void parse(CsvPiece& piece, const ChunkPlan& plan, std::size_t first_line) const override;
    void hand_on(const CsvPiece& piece) override;
    void check_end() const override;
    /// A file of one block is not worth waking threads for.
    [[nodiscard]] std::size_t pieces_at_once() const override { return first_waits_ && blocks_.at_end() ? 1 : pieces_.size(); }

    CsvLayout layout_;
    bool first_waits_ = false;     ///< the first block, in the first piece
    std::size_t blank_lines_ = 0;  ///< in what was handed on
    std::size_t stray_quote_line_ = 0;
    bool has_quoted_ = false;
    std::size_t first_line_ = 1;  ///< of the table
};

}  // namespace treewright
