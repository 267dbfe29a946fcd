// How wide a text is in a drawing. A drawing brings no font, so the widths are those of the widest of the usual sans-serif fonts
// (DejaVu Sans, Liberation Sans and Arial, Noto Sans): a text can be narrower than its room, but not wider.
#pragma once

#include <cstdint>
#include <string_view>

namespace treewright {

enum class FontWeight { regular, bold };

/// In whole pixels, rounded up, at a font size in pixels.
[[nodiscard]] std::int64_t text_pixels(std::string_view text, std::int64_t font_size, FontWeight weight = FontWeight::regular);

}  // namespace treewright
