// The colours of drawings. Classes have ten colours that readers with any of the three colour deficiencies can tell apart, each plain, striped
// and dotted: thirty paints, after which they repeat. Names stand next to colours everywhere, so that nothing depends on colour alone.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace treewright {

enum class Texture { plain, stripes, dots };

struct ClassPaint {
    std::size_t color = 0;  ///< position in `class_colors`
    Texture texture = Texture::plain;
    bool operator==(const ClassPaint&) const = default;
};

/// The same on light and dark pages: they stand out from both, and text stands on a pale tint of them only.
inline constexpr std::array<std::string_view, 10> class_colors = {"#0072b2", "#e69f00", "#49cb90", "#812171", "#b18afa",
                                                                  "#2c6015", "#b06160", "#65a3af", "#b4bce5", "#a1ef90"};
inline constexpr std::size_t distinct_paints = 3 * class_colors.size();
/// How much of a class's colour tints the box of a leaf.
inline constexpr std::string_view tint_opacity = "0.16";

/// Classes are counted from 0, in the order of the schema.
constexpr ClassPaint class_paint(std::size_t class_position) {
    const std::size_t paint = class_position % distinct_paints;
    return {paint % class_colors.size(), static_cast<Texture>(paint / class_colors.size())};
}

/// Of a regression: a mean from the lowest (0) to the highest (1) is a tint of the first class colour, from this opacity to that.
inline constexpr double palest_mean = 0.04;
inline constexpr double deepest_mean = 0.42;

struct Theme {
    std::string_view page;
    std::string_view box;   ///< of a split
    std::string_view ink;   ///< text
    std::string_view soft;  ///< less important text; still readable
    std::string_view line;  ///< around boxes
    std::string_view edge;  ///< from box to box
};

inline constexpr Theme light_theme = {"#ffffff", "#ffffff", "#1f2328", "#57606a", "#6e7781", "#c8d0d9"};
inline constexpr Theme print_theme = {"#ffffff", "#ffffff", "#000000", "#24292f", "#57606a", "#b6bec8"};
inline constexpr Theme dark_theme = {"#15181c", "#1d2127", "#e6e9ed", "#a6afba", "#8b949e", "#454d57"};

}  // namespace treewright
