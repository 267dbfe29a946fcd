// The sentence for a file that is not text.
#pragma once

#include <cstddef>
#include <string_view>

#include "treewright/base/error.h"
#include "treewright/io/block_reader.h"

namespace treewright {

/// For the bad byte of a block that begins in line `first_line`. Call it before the block's bytes are changed.
[[nodiscard]] Error bad_text_error(const Block& block, std::size_t first_line, std::string_view file);

}  // namespace treewright
