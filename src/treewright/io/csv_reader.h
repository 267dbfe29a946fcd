// The rows of a CSV file.
#pragma once

#include <optional>
#include <string>

#include "treewright/base/messages.h"
#include "treewright/io/block_reader.h"
#include "treewright/io/csv_dialect.h"
#include "treewright/io/csv_parser.h"
#include "treewright/io/read_options.h"
#include "treewright/io/row_reader.h"

namespace treewright {

struct CsvLayout {
    CsvDialect dialect;
    bool header = true;
};

class CsvReader final : public RowReader {
public:
    /// Reads the names. Keeps a reference to `source`, which must stand at its first byte.
    CsvReader(Source& source, const CsvLayout& layout, const ReadOptions& options, Messages& messages);

    bool next(Record& record) override;
    void rewind() override;
    [[nodiscard]] std::size_t blank_lines() const override { return blank_lines_ + (parser_ ? parser_->blank_lines() : 0); }

private:
    bool next_record(Record& record);
    bool next_block();
    void restart();
    void check_parsed() const;

    std::string file_;
    CsvLayout layout_;
    BlockReader blocks_;
    std::optional<Block> block_;
    std::optional<CsvParser> parser_;  ///< of `block_`
    std::optional<Error> bad_text_;    ///< thrown when the record with the block's bad byte is reached
    std::size_t blank_lines_ = 0;      ///< in the blocks before
};

}  // namespace treewright
