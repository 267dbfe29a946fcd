// A text with another one in place of each part that says something.
#pragma once

#include <string>
#include <string_view>

namespace treewright {

/// `text` with `to` wherever it says `from`, which is not empty.
[[nodiscard]] std::string replaced(std::string_view text, std::string_view from, std::string_view to);

}  // namespace treewright
