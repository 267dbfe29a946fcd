// Turns a source of bytes into blocks of whole records, without a byte order mark. Only the beginning of the next record is
// carried over, so memory is that of a block (or of the longest record).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "treewright/io/source.h"

namespace treewright {

struct Block {
    std::span<char> bytes;                ///< may be changed by who parses them
    std::uint64_t offset = 0;             ///< of its first byte in the (decompressed) file
    std::optional<std::size_t> bad_byte;  ///< the first byte that is no UTF-8 text
};

class BlockReader {
public:
    /// How many of these bytes are whole records (see `complete_records`).
    using Cut = std::function<std::size_t(std::span<char>)>;

    BlockReader(Source& source, std::size_t block_size, Cut cut);

    /// The next block; nothing at the end of the file. The last one may end in an incomplete record. Throws an input error for
    /// a record beyond any measure.
    std::optional<Block> next();
    void rewind();

private:
    void read_more();
    void skip_byte_order_mark();
    Block take(std::size_t count);

    Source& source_;
    std::size_t block_size_;
    Cut cut_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;  ///< buffer_[begin_, end_) has been read and not yet handed out
    std::size_t end_ = 0;
    std::uint64_t offset_ = 0;  ///< of buffer_[begin_]
    bool at_end_ = false;
};

}  // namespace treewright
