// Text as XML: whatever a name holds, it stays text, and the file stays well-formed.
#pragma once

#include <string>
#include <string_view>

namespace treewright {

/// With &, <, > and quotes as entities. Characters that XML 1.0 does not allow (control characters, U+FFFE, U+FFFF) and bytes that are not
/// UTF-8 become U+FFFD; line breaks and tabs become references, so that attributes keep them.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace treewright
