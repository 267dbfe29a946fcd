#include "treewright/io/bytes/line_reader.h"

#include <algorithm>

#include "treewright/io/bytes/bad_text.h"
#include "treewright/io/bytes/text_check.h"
#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/csv/csv_splitter.h"

namespace treewright {

LineReader::LineReader(Source& source, std::size_t block_size)
    : file_(source.name()), blocks_(source, block_size, complete_lines) {}

std::optional<std::span<char>> LineReader::next() {
    if (position_ == block_.bytes().size()) {
        position_ = 0;
        if (!blocks_.next(block_)) return std::nullopt;
        bad_byte_ = find_bad_byte({block_.bytes().data(), block_.bytes().size()});
    }
    const std::span<char> rest = block_.bytes().subspan(position_);
    const auto length = static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_line_end) - rest.begin());
    ++number_;
    if (bad_byte_ && *bad_byte_ < position_ + length)
        // Counted from this line on: those before may have been changed by now.
        throw bad_text_error({{rest.data(), rest.size()}, *bad_byte_ - position_, block_.offset() + position_, number_}, file_);
    position_ += length;
    if (length < rest.size()) ++position_;
    if (length + 1 < rest.size() && rest[length] == '\r' && rest[length + 1] == '\n') ++position_;
    return rest.first(length);
}

void LineReader::rewind() {
    blocks_.rewind();
    block_ = {};
    position_ = number_ = 0;
}

}  // namespace treewright
