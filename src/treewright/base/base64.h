// Bytes as text of 64 characters (RFC 4648), for data inside a page.
#pragma once

#include <string>
#include <string_view>

namespace treewright {

[[nodiscard]] std::string base64_text(std::string_view bytes);

}  // namespace treewright
