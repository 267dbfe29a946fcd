// Turns a source of bytes into blocks of whole records, without a byte order mark. Only the beginning of the next record is
// carried over, so memory is that of the blocks in use (or of the longest record).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "treewright/io/bytes/source.h"

namespace treewright {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Bytes that begin where a record begins. A block is used again and again: its memory grows to what its largest content needed.
class Block {
public:
    /// This many bytes before and after the content can be read (padding), so that whole words may be loaded anywhere in it. The first byte
    /// behind it ends a line.
    static constexpr std::size_t padding = 64;

    [[nodiscard]] std::span<char> bytes() { return {memory_.data() + padding, size_}; }
    [[nodiscard]] std::span<const char> bytes() const { return {memory_.data() + padding, size_}; }
    [[nodiscard]] std::uint64_t offset() const { return offset_; }  ///< of its first byte in the (decompressed) file
    [[nodiscard]] double share() const { return share_; }           ///< of the file that has been read with this block

private:
    friend class BlockReader;

    void reserve(std::size_t bytes);

    std::vector<char> memory_ = std::vector<char>(2 * padding);
    std::size_t size_ = 0;
    std::uint64_t offset_ = 0;
    double share_ = 0.0;
};

class BlockReader {
public:
    /// How many of these bytes are whole records (see `complete_records`).
    using Cut = std::function<std::size_t(std::span<const char>)>;

    BlockReader(Source& source, std::size_t block_size, Cut cut);

    /// Fills the block with the next records; false at the end of the file. The last one may end in an incomplete record. Throws an
    /// input error for a record beyond any measure.
    bool next(Block& block);
    void rewind();
    /// Whether the last block has been handed out.
    [[nodiscard]] bool at_end() const { return at_end_ && rest_.empty(); }

private:
    void read_more(Block& block, std::size_t wanted);
    void skip_byte_order_mark(Block& block);
    void hand_out(Block& block, std::size_t count);

    Source& source_;
    std::size_t block_size_;
    Cut cut_;
    std::vector<char> rest_;    ///< read, and not yet handed out
    std::uint64_t offset_ = 0;  ///< of the next block
    bool at_end_ = false;
};

}  // namespace treewright
