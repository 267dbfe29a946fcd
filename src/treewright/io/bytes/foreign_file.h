// Files that are no tables, told by their first bytes: a sentence that says what they are helps more than one about a bad byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace treewright {

inline constexpr std::size_t foreign_bytes = 24;  ///< that are looked at

/// What the file is and what to do; nothing if it may be a table.
[[nodiscard]] std::optional<std::string> foreign_kind(std::string_view first_bytes);

}  // namespace treewright
