// The bytes of a file's rows as they stand there: quotes, line ends and all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/progress.h"

namespace treewright {

/// Gets what stands before the first row (no number; a byte order mark, the names, the attributes of ARFF), then the bytes of each row, in
/// one or several pieces.
using TakeOriginal = std::function<void(std::optional<std::size_t> row, std::string_view bytes)>;

/// Reads a text file, plain or compressed, once more. `lines` says in which line each row begins, as a table that was read from it does.
/// Blank lines behind a row are left out.
void read_original_rows(const std::string& path, const std::vector<std::uint32_t>& lines, Progress& progress,
                        const TakeOriginal& take);

}  // namespace treewright
