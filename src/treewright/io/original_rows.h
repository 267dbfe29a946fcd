// The original bytes of a file's rows: quotes, line ends and all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/progress.h"

namespace treewright {

/// Gets what precedes the first row (no number; a byte order mark, the names, the attributes of ARFF), then the bytes of each row, in
/// one or several pieces.
using TakeOriginal = std::function<void(std::optional<std::size_t> row, std::string_view bytes)>;

/// In which lines rows begin, as in a table that was read from the file.
struct OriginalLines {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> left_out = {};  ///< rows that did not fit
};

/// Reads a text file, plain or compressed, once more. Blank lines behind a row are left out. UTF-16 and UTF-32 become UTF-8.
void read_original_rows(const std::string& path, const OriginalLines& lines, Progress& progress, const TakeOriginal& take);

}  // namespace treewright
