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

/// Reads a text file, plain or compressed, once more. `lines` has the line in which each row begins, as in a table that was read from it.
/// Blank lines behind a row are left out.
void read_original_rows(const std::string& path, const std::vector<std::uint32_t>& lines, Progress& progress,
                        const TakeOriginal& take);

}  // namespace treewright
