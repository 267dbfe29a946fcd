// Where quoted text ends. The splitter and the parser must agree on it to the byte, so both ask here.
#pragma once

#include <cstring>

#include "treewright/io/csv_dialect.h"

namespace treewright {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

struct QuotedEnd {
    char* closing = nullptr;  ///< the closing quote; null if the bytes end before it
    bool escapes = false;     ///< whether there are escaped quotes (or backslashes) to undo
};

/// Finds the end of the quoted text that begins at `begin`, just after its opening quote.
[[nodiscard]] QuotedEnd find_quoted_end(char* begin, char* end, const CsvDialect& dialect);

/// Undoes the escapes in place and returns the new end.
[[nodiscard]] char* undo_escapes(char* begin, char* end, const CsvDialect& dialect);

}  // namespace treewright
