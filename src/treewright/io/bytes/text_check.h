// Are these bytes UTF-8 text?
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace treewright {

/// The position of the first byte that is NUL or does not belong to a well-formed UTF-8 character.
[[nodiscard]] std::optional<std::size_t> find_bad_byte(std::string_view bytes);

}  // namespace treewright
