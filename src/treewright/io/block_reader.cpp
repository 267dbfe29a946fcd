#include "treewright/io/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/io/text_check.h"

namespace treewright {

namespace {

constexpr std::size_t smallest_block = 16;
/// A quote that never closes would otherwise draw the rest of the file into memory.
constexpr std::size_t longest_record = std::size_t{64} << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

BlockReader::BlockReader(Source& source, std::size_t block_size, Cut cut)
    : source_(source), block_size_(std::max(block_size, smallest_block)), cut_(std::move(cut)) {}

void BlockReader::rewind() {
    source_.rewind();
    begin_ = end_ = 0;
    offset_ = 0;
    at_end_ = false;
}

std::optional<Block> BlockReader::next() {
    for (std::size_t wanted = block_size_;; wanted *= 2) {
        while (!at_end_ && end_ - begin_ < wanted) read_more();
        const std::size_t waiting = end_ - begin_;
        if (waiting == 0) return std::nullopt;
        const std::size_t complete = at_end_ ? waiting : cut_({buffer_.data() + begin_, waiting});
        if (complete > 0) return take(complete);
        if (waiting > longest_record)
            throw input_error(
                fmt::format("{}: the record at byte {} does not end within {} MB; look for a quote that never closes",
                            source_.name(), offset_, longest_record >> 20));
    }
}

void BlockReader::read_more() {
    if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (buffer_.size() < end_ + block_size_) buffer_.resize(std::max(end_ + block_size_, 2 * end_));
    const std::size_t room = buffer_.size() - end_;
    const std::size_t count = source_.read(buffer_.data() + end_, room);
    at_end_ = count < room;
    const bool first = offset_ == 0 && end_ == 0;
    end_ += count;
    if (first) skip_byte_order_mark();
}

void BlockReader::skip_byte_order_mark() {
    if (!std::string_view(buffer_.data(), end_).starts_with(byte_order_mark)) return;
    begin_ += byte_order_mark.size();
    offset_ += byte_order_mark.size();
}

Block BlockReader::take(std::size_t count) {
    Block block{{buffer_.data() + begin_, count}, offset_, find_bad_byte({buffer_.data() + begin_, count})};
    begin_ += count;
    offset_ += count;
    return block;
}

}  // namespace treewright
