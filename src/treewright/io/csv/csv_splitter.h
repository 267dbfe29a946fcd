// Cuts a stream of bytes where a record ends, so that each piece can be parsed by itself.
#pragma once

#include <cstddef>
#include <span>

#include "treewright/io/csv/csv_dialect.h"

namespace treewright {

/// The number of bytes up to and including the end of the last record that is certainly complete; 0 if there is none. The bytes
/// begin at the beginning of a record, and more may follow them.
[[nodiscard]] std::size_t complete_records(std::span<const char> bytes, const CsvDialect& dialect);

/// The same for a text without quoted line breaks.
[[nodiscard]] std::size_t complete_lines(std::span<const char> bytes);

/// The length of the first line with its end; 0 if it may go on.
[[nodiscard]] std::size_t first_line_length(std::span<const char> bytes);

}  // namespace treewright
