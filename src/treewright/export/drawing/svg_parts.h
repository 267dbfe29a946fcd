// The pieces of SVG that drawings of trees and of rule lists share: the page with its heading and the legend of its classes, the style,
// text, bars. Every colour is an attribute of its element, right on a light page; a style sheet changes it where the reader prefers a dark page,
// or prints. So programs without style sheets draw it right, too. No script, no font, nothing from elsewhere.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/export/drawing/palette.h"
#include "treewright/export/drawing/text_metrics.h"
#include "treewright/export/drawing/tree_layout.h"

namespace treewright {

/// A corner, or the place of a text: its baseline, at the anchor that its group has.
struct SvgSpot {
    Pixels x = 0;
    Pixels y = 0;
};
struct SvgBox {
    Pixels x = 0;
    Pixels y = 0;
    Pixels width = 0;
    Pixels height = 0;
};

// Groups that an element of a drawing is in, each with its colour.
inline constexpr std::string_view svg_ink = R"(class="tws-ink" fill="#1f2328")";
inline constexpr std::string_view svg_soft = R"(class="tws-soft" fill="#57606a")";
inline constexpr std::string_view svg_edges = R"(class="tws-edge" fill="none" stroke="#c8d0d9")";
inline constexpr std::string_view svg_split_box = R"(class="tws-box" fill="#ffffff" stroke="#6e7781")";
inline constexpr std::string_view svg_page_box = R"(class="tws-page" fill="#ffffff")";
inline constexpr std::string_view svg_frame = R"(class="tws-line" fill="none" stroke="#6e7781")";

[[nodiscard]] std::string svg_text(SvgSpot spot, std::string_view text);
[[nodiscard]] std::string svg_title_text(SvgSpot spot, Pixels font_size, std::string_view text);
/// A tooltip.
[[nodiscard]] std::string svg_tooltip(std::string_view text);
/// The value of a `fill`.
[[nodiscard]] std::string svg_fill(const ClassPaint& paint);
/// A number of pixels with one decimal at most.
[[nodiscard]] std::string svg_number(double value);

/// The box of a leaf: a tint of its colour, and a stripe in its paint on the left.
[[nodiscard]] std::string svg_leaf_frame(const SvgBox& box, const ClassPaint& paint, std::string_view opacity);

/// A bar that is divided by the shares of the classes, in their order. What is thinner than half a pixel is left out, at the right end.
[[nodiscard]] std::string svg_class_bar(const SvgBox& box, std::span<const double> weights);

/// The range of numbers that the bars of a regression show.
struct SvgScale {
    double low = 0.0;
    double high = 0.0;
};
/// A mean as a mark, its standard deviation to both sides as a band.
[[nodiscard]] std::string svg_mean_bar(const SvgBox& box, const SvgScale& scale, double mean, double deviation);

/// What stands above a drawing.
struct SvgHeading {
    std::string title;
    std::vector<std::string> notes;    ///< lines below it
    std::vector<std::string> classes;  ///< for the legend, each with its paint; empty: no legend
    std::size_t all_classes = 0;       ///< how many there are: those of the schema that the legend leaves out are counted
};

struct SvgDrawing {
    SvgHeading heading;
    std::string description;  ///< the text alternative
    std::string content;      ///< as seen from the corner of its room
    Pixels width = 0;         ///< of the content
    Pixels height = 0;
};

/// The whole file.
[[nodiscard]] std::string svg_page(const SvgDrawing& drawing);

}  // namespace treewright
