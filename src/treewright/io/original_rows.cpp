#include "treewright/io/original_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/positions.h"
#include "treewright/io/bytes/block_reader.h"
#include "treewright/io/bytes/encoding.h"
#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/csv/csv_splitter.h"
#include "treewright/io/json/json_parser.h"

namespace treewright {

namespace {

constexpr std::size_t block_size = 256 * 1024;

/// The first line of a text with its end: LF, CR LF or CR.
std::string_view first_line(std::string_view text) {
    const auto* end = std::find_if(text.begin(), text.end(), is_line_end);
    auto length = index_in(text, end);
    if (length < text.size()) ++length;
    if (length < text.size() && text[length - 1] == '\r' && text[length] == '\n') ++length;
    return text.substr(0, length);
}

bool is_blank_line(std::string_view line) {
    return std::all_of(line.begin(), line.end(), [](char c) { return is_blank(c) || is_line_end(c); });
}

/// Encodings whose line ends are more than a byte are read as UTF-8; others stay as they are.
void read_wide_characters(Source& source) {
    std::string first(256, '\0');
    first.resize(source.read(first.data(), first.size()));
    source.rewind();
    const auto encoding = detect_encoding(first, false);
    if (encoding && *encoding != TextEncoding::utf8 && *encoding != TextEncoding::windows1252) source.set_encoding(*encoding);
}

/// The lines of other JSON are not rows.
void refuse_json_that_is_not_lines(Source& source) {
    std::string sample(64 * 1024, '\0');
    sample.resize(source.read(sample.data(), sample.size()));
    source.rewind();
    if (sample.starts_with(byte_order_mark)) sample.erase(0, byte_order_mark.size());
    if (looks_like_json(sample) && detect_json_form(sample) != JsonForm::lines)
        throw input_error(fmt::format(
            "{}: its records are not one per line, so its lines are not rows; write it as JSON Lines, such as with jq -c '.[]'",
            source.name()));
}

/// Maps each line to its row.
class LineSorter {
public:
    LineSorter(const OriginalLines& lines, const TakeOriginal& take)
        : lines_(lines.rows), left_out_(lines.left_out), take_(take) {}

    void add(std::string_view line) {
        ++number_;
        if (next_left_out_ < left_out_.size() && left_out_[next_left_out_] == number_) {
            ++next_left_out_;
            is_left_out_ = true;
            blank_.clear();
        }
        if (next_ < lines_.size() && lines_[next_] == number_) {
            row_ = next_++;
            is_left_out_ = false;
            blank_.clear();
        } else if (is_left_out_) {
            return;
        } else if (row_ && is_blank_line(line)) {
            blank_ += line;  // inside a quoted text if the row goes on
            return;
        }
        if (!blank_.empty()) take_(row_, blank_);
        blank_.clear();
        take_(row_, line);
    }

private:
    const std::vector<std::uint32_t>& lines_;
    const std::vector<std::uint32_t>& left_out_;
    const TakeOriginal& take_;
    std::size_t number_ = 0;  ///< of the last line
    std::size_t next_ = 0;
    std::size_t next_left_out_ = 0;
    bool is_left_out_ = false;
    std::optional<std::size_t> row_;
    std::string blank_;
};

}  // namespace

void read_original_rows(const std::string& path, const OriginalLines& lines, Progress& progress, const TakeOriginal& take) {
    Source source(path, progress);
    read_wide_characters(source);
    refuse_json_that_is_not_lines(source);
    BlockReader blocks(source, block_size, complete_lines);
    LineSorter sorter(lines, take);
    Block block;
    while (blocks.next(block)) {
        if (block.offset() == byte_order_mark.size()) take(std::nullopt, byte_order_mark);
        std::string_view rest(block.bytes().data(), block.bytes().size());
        while (!rest.empty()) {
            const std::string_view line = first_line(rest);
            sorter.add(line);
            rest.remove_prefix(line.size());
        }
    }
}

}  // namespace treewright
