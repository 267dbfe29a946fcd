#include "treewright/io/csv/csv_splitter.h"

#include <algorithm>
#include <cstring>

#include "treewright/io/csv/csv_quotes.h"

namespace treewright {

namespace {

/// Skips the field at `at`, quoted or not; returns where its delimiter or line end is, null if the bytes end before.
const char* skip_field(const char* at, const char* end, const CsvDialect& dialect) {
    while (at != end && *at != dialect.delimiter && is_blank(*at)) ++at;
    if (at != end && *at == dialect.quote) {
        at = find_quoted_end(at + 1, end, dialect).closing;
        if (at == nullptr) return nullptr;
        ++at;
    }
    while (at != end && *at != dialect.delimiter && !is_line_end(*at) && !(dialect.delimiter == ' ' && *at == '\t')) ++at;
    return at == end ? nullptr : at;
}

/// From the beginning of a line to that of the first one that is no comment; null if the bytes end in a comment.
const char* skip_comments(const char* at, const char* end, const CsvDialect& dialect) {
    while (dialect.comment != '\0' && at != end && *at == dialect.comment) {
        at = std::find_if(at, end, is_line_end);
        if (at == end) return nullptr;
        ++at;
    }
    return at;
}

}  // namespace

std::size_t complete_lines(std::span<const char> bytes) {
    if (bytes.empty()) return 0;
    if (const void* feed = ::memrchr(bytes.data(), '\n', bytes.size()))
        return static_cast<std::size_t>(static_cast<const char*>(feed) - bytes.data()) + 1;
    // A carriage return at the very end may be the first half of CR LF.
    const void* carriage_return = ::memrchr(bytes.data(), '\r', bytes.size() - 1);
    return carriage_return == nullptr ? 0
                                      : static_cast<std::size_t>(static_cast<const char*>(carriage_return) - bytes.data()) + 1;
}

std::size_t first_line_length(std::span<const char> bytes) {
    const auto end = std::find_if(bytes.begin(), bytes.end(), is_line_end);
    const auto length = static_cast<std::size_t>(end - bytes.begin());
    if (length == bytes.size() || *end == '\n') return length == bytes.size() ? 0 : length + 1;
    // A carriage return at the very end may be the first half of CR LF.
    if (length + 1 == bytes.size()) return 0;
    return length + (bytes[length + 1] == '\n' ? 2 : 1);
}

std::size_t complete_records(std::span<const char> bytes, const CsvDialect& dialect) {
    if (bytes.empty()) return 0;
    if (std::memchr(bytes.data(), dialect.quote, bytes.size()) == nullptr) return complete_lines(bytes);
    const char* const end = bytes.data() + bytes.size();
    std::size_t complete = 0;
    const char* at = skip_comments(bytes.data(), end, dialect);
    for (; at != nullptr && (at = skip_field(at, end, dialect)) != nullptr; ++at) {
        if (!is_line_end(*at)) continue;
        if (*at == '\r' && at + 1 == end) break;
        complete = static_cast<std::size_t>(at - bytes.data()) + 1;
        const char* const record = skip_comments(at + 1, end, dialect);
        if (record == nullptr) break;
        at = record - 1;
    }
    return complete;
}

}  // namespace treewright
