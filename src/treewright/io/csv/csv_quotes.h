// Where quoted text ends. The splitter and the parser must agree on it to the byte, so both use this.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "treewright/io/csv/csv_dialect.h"

namespace treewright {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

struct QuotedEnd {
    const char* closing = nullptr;  ///< the closing quote; null if the bytes end before it
    bool escapes = false;           ///< whether there are escaped quotes (or backslashes) to undo
};

/// Finds the end of the quoted text that begins at `begin`, just after its opening quote.
[[nodiscard]] QuotedEnd find_quoted_end(const char* begin, const char* end, const CsvDialect& dialect);

/// The text without its escapes.
[[nodiscard]] std::string undo_escapes(std::string_view text, const CsvDialect& dialect);

}  // namespace treewright
