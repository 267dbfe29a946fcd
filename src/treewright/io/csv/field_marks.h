// Where in a block fields may end: all places of the delimiter, of line ends and of quotes, found before any field is parsed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "treewright/io/csv/csv_dialect.h"

namespace treewright {

struct FieldMarks {
    std::vector<std::uint32_t> positions;  ///< in order; the first `count` of them
    std::size_t count = 0;
    bool plain_ascii = true;  ///< whether all bytes are ASCII other than NUL: nearly always
};

/// Replaces `marks` by those of the bytes, behind which 64 more must be readable.
void find_marks(std::span<const char> bytes, const CsvDialect& dialect, FieldMarks& marks);

}  // namespace treewright
