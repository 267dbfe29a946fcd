// The rows of an ARFF file, WEKA's format: attributes with their types, then dense or sparse rows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "treewright/base/messages.h"
#include "treewright/io/bytes/block_reader.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/row_reader.h"

namespace treewright {

/// Whether the beginning of a file looks like ARFF: `@relation` or `@attribute` after comments and blank lines.
[[nodiscard]] bool looks_like_arff(std::string_view beginning);

/// The lines of a text file, one after the other.
class LineReader {
public:
    LineReader(Source& source, std::size_t block_size);

    /// The next line without its end; it may be changed and holds until the next call. Throws an input error if it is not text.
    std::optional<std::span<char>> next();
    void rewind();
    /// Of the line that `next` gave, from 1.
    [[nodiscard]] std::size_t number() const { return number_; }

private:
    std::string file_;
    BlockReader blocks_;
    Block block_;
    std::optional<std::size_t> bad_byte_;  ///< in `block_`
    std::size_t position_ = 0;             ///< in `block_`
    std::size_t number_ = 0;
};

class ArffReader final : public RowReader {
public:
    /// Reads the attributes. Keeps a reference to `source`, which must be at its first byte.
    ArffReader(Source& source, const ReadOptions& options, Messages& messages);

    bool read(ChunkSink& sink) override;
    void rewind() override;
    [[nodiscard]] std::size_t blank_lines() const override { return 0; }  // they are part of the format

private:
    void read_attributes();
    void rename_columns(const ReadOptions& options, Messages& messages);
    /// Puts the next row into the chunk, unless it does not fit and is left out; false at the end.
    bool add_row();
    void parse(std::span<char> line, Record& record);
    void read_dense(std::span<char> line, Record& record);
    void read_sparse(std::span<char> line, Record& record) const;

    std::string file_;
    LineReader lines_;
    Chunk chunk_;
    Record record_;
    std::string text_;           ///< of the row, where those that do not fit are kept: scanning changes the line
    std::size_t data_line_ = 0;  ///< the line of `@data`
};

}  // namespace treewright
