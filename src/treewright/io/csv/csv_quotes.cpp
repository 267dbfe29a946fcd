#include "treewright/io/csv/csv_quotes.h"

namespace treewright {

namespace {

/// Whether a field could end at `at`.
bool ends_field(const char* at, const char* end, const CsvDialect& dialect) {
    if (at == end || is_line_end(*at) || *at == dialect.delimiter) return true;
    return dialect.delimiter == ' ' && *at == '\t';
}

/// Where backslashes have no rule of their own, both "C:\" and "a \"word\"" may occur: the quote is escaped unless a field
/// could end right after it. `\""` is a backslash and a doubled quote.
bool escapes_by_context(const char* quote, const char* end, const CsvDialect& dialect) {
    const char* next = quote + 1;
    return !ends_field(next, end, dialect) && *next != dialect.quote;
}

bool escaped_by_backslash(const char* begin, const char* quote, const char* end, const CsvDialect& dialect) {
    const char* first = quote;
    while (first != begin && first[-1] == '\\') --first;
    if (first == quote || dialect.plain_backslash) return false;
    return dialect.backslash ? (quote - first) % 2 == 1 : escapes_by_context(quote, end, dialect);
}

/// Whether the byte at `at`, which is not the last of the quoted text, only protects the next one.
bool begins_escape(const char* at, const char* end, const CsvDialect& dialect) {
    if (*at == dialect.quote) return at[1] == dialect.quote;
    if (*at != '\\' || dialect.plain_backslash) return false;
    if (dialect.backslash) return at[1] == dialect.quote || at[1] == '\\';
    // Without the rule of its own, `\""` inside the text is a backslash and a doubled quote (see `escapes_by_context`).
    return at[1] == dialect.quote && !(at + 2 != end && at[2] == dialect.quote);
}

}  // namespace

QuotedEnd find_quoted_end(const char* begin, const char* end, const CsvDialect& dialect) {
    QuotedEnd result;
    const char* from = begin;  // what lies before it has been understood
    for (const char* at = begin;;) {
        at = static_cast<const char*>(std::memchr(at, dialect.quote, static_cast<std::size_t>(end - at)));
        if (at == nullptr) return result;
        if (escaped_by_backslash(from, at, end, dialect)) {
            result.escapes = true;
            from = ++at;
        } else if (at + 1 != end && at[1] == dialect.quote) {
            result.escapes = true;
            from = at += 2;
        } else {
            result.closing = at;
            result.escapes |= dialect.backslash && std::memchr(begin, '\\', static_cast<std::size_t>(at - begin)) != nullptr;
            return result;
        }
    }
}

std::string undo_escapes(std::string_view text, const CsvDialect& dialect) {
    std::string plain;
    const char* const end = text.data() + text.size();
    for (const char* from = text.data(); from != end; ++from) {
        if (from + 1 != end && begins_escape(from, end, dialect)) ++from;
        plain += *from;
    }
    return plain;
}

}  // namespace treewright
