#include "treewright/io/csv/csv_parser.h"

#include "treewright/io/csv/csv_quotes.h"

namespace treewright {

std::size_t count_line_ends(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) count += text[i] == '\n' ? (i == 0 || text[i - 1] != '\r') : text[i] == '\r';
    return count;
}

CsvParser::CsvParser(std::span<const char> block, std::size_t first_line, const CsvDialect& dialect)
    : begin_(block.data()), at_(begin_), end_(begin_ + block.size()), line_(first_line), dialect_(dialect) {
    for (const char c : {dialect.delimiter, '\n', '\r'}) ends_field_[static_cast<unsigned char>(c)] = true;
    if (dialect.delimiter == ' ') ends_field_['\t'] = true;
}

void CsvParser::go_to(std::size_t position, std::size_t line) {
    at_ = begin_ + position;
    line_ = line;
    unescaped_.clear();
}

bool CsvParser::begin_record() {
    while (skip_blank_line() || skip_comment()) {
    }
    return at_ != end_;
}

bool CsvParser::next(Record& record) {
    record.fields.clear();
    if (!begin_record()) return false;
    record.line = line_;
    do {
        skip_blanks();
        record.fields.push_back(at_ != end_ && *at_ == dialect_.quote ? quoted_field() : plain_field());
        if (fault_ != CsvFault::none) return true;
    } while (pass_delimiter());
    pass_line_end();
    return true;
}

/// Not past a tab that is the delimiter. Where blanks are the delimiter it passes the whole run of them.
void CsvParser::skip_blanks() {
    while (at_ != end_ && is_blank(*at_) && (*at_ != dialect_.delimiter || dialect_.delimiter == ' ')) ++at_;
}

bool CsvParser::skip_blank_line() {
    const char* const start = at_;
    skip_blanks();
    if (at_ != end_ && is_line_end(*at_)) {
        ++blank_lines_;
        pass_line_end();
        return true;
    }
    if (at_ != end_) at_ = start;  // blanks at the very end are not a record either
    return false;
}

bool CsvParser::skip_comment() {
    if (dialect_.comment == '\0' || at_ == end_ || *at_ != dialect_.comment) return false;
    skip_line();
    return true;
}

void CsvParser::skip_line() {
    fault_ = CsvFault::none;
    while (at_ != end_ && !is_line_end(*at_)) ++at_;
    pass_line_end();
}

void CsvParser::pass_line_end() {
    if (at_ == end_) return;
    const bool carriage_return = *at_ == '\r';
    ++at_;
    if (carriage_return && at_ != end_ && *at_ == '\n') ++at_;
    ++line_;
}

bool CsvParser::pass_delimiter() {
    if (dialect_.delimiter == ' ') {
        skip_blanks();  // a run of blanks at the end of the line separates nothing
        return at_ != end_ && !is_line_end(*at_);
    }
    if (at_ == end_ || *at_ != dialect_.delimiter) return false;
    ++at_;
    return true;
}

Field CsvParser::plain_field() {
    const char* const start = at_;
    bool stray = false;
    for (; at_ != end_ && !ends_field(*at_); ++at_) stray |= *at_ == '"';
    if (stray && dialect_.quote == '"' && !stray_quote_line_) stray_quote_line_ = line_;
    const char* last = at_;
    while (last != start && is_blank(last[-1])) --last;
    return {{start, static_cast<std::size_t>(last - start)}, false};
}

Field CsvParser::quoted_field() {
    const char* const start = at_ + 1;
    has_quoted_ = true;
    fault_line_ = line_;
    const QuotedEnd quoted = find_quoted_end(start, end_, dialect_);
    if (quoted.closing == nullptr) {
        fault_ = CsvFault::unclosed_quote;
        return {};
    }
    std::string_view text(start, static_cast<std::size_t>(quoted.closing - start));
    line_ += count_line_ends(text);
    at_ = quoted.closing + 1;
    if (quoted.escapes) text = unescaped_.emplace_back(undo_escapes(text, dialect_));
    if (dialect_.delimiter != ' ') skip_blanks();
    if (at_ != end_ && !ends_field(*at_)) fault_ = CsvFault::text_after_quote;
    return {text, true};
}

}  // namespace treewright
