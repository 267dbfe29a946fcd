// The error message for a file that is not text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "treewright/base/error.h"

namespace treewright {

/// Bytes of which one is not text: the one at `position`.
struct BadText {
    std::string_view bytes;
    std::size_t position = 0;
    std::uint64_t offset = 0;    ///< of the first of the bytes in the file
    std::size_t first_line = 1;  ///< in which the bytes begin
};
/// Bytes that are not text: perhaps of another encoding.
class BadTextError : public Error {
public:
    BadTextError(const Error& error, bool binary) : Error(error), binary_(binary) {}
    /// Whether a byte is NUL, which no text has.
    [[nodiscard]] bool is_binary() const { return binary_; }

private:
    bool binary_;
};
[[nodiscard]] BadTextError bad_text_error(const BadText& bad, std::string_view file);

}  // namespace treewright
