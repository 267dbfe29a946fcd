#include "treewright/io/arff/arff_scanner.h"

#include "treewright/io/csv/csv_quotes.h"

namespace treewright {

namespace {

bool is_quote(char c) { return c == '\'' || c == '"'; }

char unescaped(char c) {
    switch (c) {
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return c;
    }
}

}  // namespace

void ArffScanner::skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
}

bool ArffScanner::at_end() {
    skip_blanks();
    return at_ == end_ || *at_ == '%';
}

bool ArffScanner::pass(char wanted) {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
}

Field ArffScanner::word(std::string_view stops) {
    skip_blanks();
    return at_ != end_ && is_quote(*at_) ? quoted_word() : bare_word(stops);
}

Field ArffScanner::quoted_word() {
    const char quote = *at_++;
    char* const start = at_;
    char* to = start;
    for (; at_ != end_ && *at_ != quote; ++at_) {
        const bool escape = *at_ == '\\' && at_ + 1 != end_;
        *to++ = escape ? unescaped(*++at_) : *at_;
    }
    if (at_ == end_)
        throw input_error_at(
            place_, "a quote is not closed in its line; close it, or put a backslash before a quote that is part of the text");
    ++at_;
    return {{start, static_cast<std::size_t>(to - start)}, true};
}

Field ArffScanner::bare_word(std::string_view stops) {
    char* const start = at_;
    const auto comment_begins = [&] { return *at_ == '%' && (at_ == start || is_blank(at_[-1])); };
    while (at_ != end_ && stops.find(*at_) == std::string_view::npos && !comment_begins()) ++at_;
    char* last = at_;
    while (last != start && is_blank(last[-1])) --last;
    return {{start, static_cast<std::size_t>(last - start)}, false};
}

bool has_bare_comma(std::span<const char> line) {
    char quote = '\0';
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote == '\0' && c == ',') return true;
        if (quote == '\0' && c == '%' && (i == 0 || is_blank(line[i - 1]))) return false;
        if (quote != '\0' && c == '\\')
            ++i;
        else if (quote == '\0' && is_quote(c))
            quote = c;
        else if (c == quote)
            quote = '\0';
    }
    return false;
}

}  // namespace treewright
