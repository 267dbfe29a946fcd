// The page that text is laid out for.
#pragma once

#include <cstddef>

namespace treewright::cli {

inline constexpr std::size_t page_width = 80;

}  // namespace treewright::cli
