#include "treewright/io/bytes/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

namespace {

constexpr std::size_t smallest_block = 16;
/// A quote that never closes would otherwise draw the rest of the file into memory.
constexpr std::size_t longest_record = std::size_t{64} << 20;

}  // namespace

void Block::reserve(std::size_t bytes) {
    if (memory_.size() < bytes + 2 * padding) memory_.resize(bytes + 2 * padding);
}

BlockReader::BlockReader(Source& source, std::size_t block_size, Cut cut)
    : source_(source),
      block_size_(std::max(block_size, smallest_block)),
      cut_(std::move(cut)),
      offset_(source.skipped_bytes()) {}

void BlockReader::rewind() {
    source_.rewind();
    rest_.clear();
    offset_ = source_.skipped_bytes();
    at_end_ = false;
}

bool BlockReader::next(Block& block) {
    block.reserve(std::max(block_size_, rest_.size()));
    block.size_ = rest_.size();
    std::copy(rest_.begin(), rest_.end(), block.bytes().begin());
    rest_.clear();
    for (std::size_t wanted = block_size_;; wanted = std::max(block_size_, 2 * block.size_)) {
        const auto count_complete = [&] { return cut_(std::as_const(block).bytes()); };
        // At a live pace nothing is waited for while there is a record, and each is a block of its own.
        std::size_t complete = source_.is_live() ? count_complete() : 0;
        if (complete == 0) {
            if (!at_end_ && block.size_ < wanted) read_more(block, wanted);
            if (block.size_ == 0 && at_end_) return false;
            if (!at_end_ || source_.is_live()) complete = count_complete();
            if (at_end_ && complete == 0) complete = block.size_;
        }
        if (complete > 0) {
            hand_out(block, complete);
            return true;
        }
        if (block.size_ > longest_record)
            throw input_error(
                fmt::format("{}: the record at byte {} does not end within {} MB; look for a quote that never closes",
                            source_.name(), offset_, longest_record >> 20));
    }
}

void BlockReader::read_more(Block& block, std::size_t wanted) {
    const bool first = offset_ == 0 && block.size_ == 0;
    block.reserve(wanted);
    const std::size_t room = wanted - block.size_;
    const std::size_t count = source_.read(block.bytes().data() + block.size_, room);
    at_end_ = source_.is_live() ? count == 0 : count < room;
    block.size_ += count;
    if (first) skip_byte_order_mark(block);
}

void BlockReader::skip_byte_order_mark(Block& block) {
    const std::span<char> bytes = block.bytes();
    if (!std::string_view(bytes.data(), bytes.size()).starts_with(byte_order_mark)) return;
    block.size_ -= byte_order_mark.size();
    std::memmove(bytes.data(), bytes.data() + byte_order_mark.size(), block.size_);
    offset_ += byte_order_mark.size();
}

/// What follows the `count` bytes is kept for the next block.
void BlockReader::hand_out(Block& block, std::size_t count) {
    const std::span<char> bytes = block.bytes();
    rest_.assign(bytes.begin() + static_cast<std::ptrdiff_t>(count), bytes.end());
    block.size_ = count;
    std::fill_n(bytes.data() + count, Block::padding, '\n');
    block.offset_ = offset_;
    block.share_ = source_.share_read();
    offset_ += count;
}

}  // namespace treewright
