// The lines of a text file, one after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "treewright/io/bytes/block_reader.h"

namespace treewright {

class LineReader {
public:
    LineReader(Source& source, std::size_t block_size);

    /// The next line without its end; it may be changed and holds until the next call. Throws an input error if it is no text.
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

}  // namespace treewright
