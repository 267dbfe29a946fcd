// UTF-8 validation (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
#pragma once

#include <cstddef>
#include <string_view>

namespace treewright {

/// The length in bytes, 1 to 4, of the character at the start of a text; 0 if the text does not start with one.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

}  // namespace treewright
