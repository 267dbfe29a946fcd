#include "treewright/export/drawing/svg_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "treewright/base/number_text.h"
#include "treewright/base/sha256.h"
#include "treewright/export/display.h"
#include "treewright/export/xml_text.h"

namespace treewright {

namespace {

constexpr Pixels margin = 24;
constexpr Pixels least_page_width = 420;
constexpr Pixels heading_font = 17;
constexpr Pixels heading_height = 26;
constexpr Pixels note_font = 12;
constexpr Pixels note_line = 17;
constexpr Pixels legend_line = 21;
constexpr Pixels swatch = 12;
constexpr Pixels swatch_gap = 6;
constexpr Pixels entry_gap = 18;
constexpr std::size_t legend_columns = 32;

std::string theme_rules(const Theme& theme) {
    return fmt::format(
        ".tws-page{{fill:{0}}}.tws-box{{fill:{1};stroke:{4}}}.tws-ink{{fill:{2}}}.tws-soft{{fill:{3}}}.tws-line{{stroke:{4}}}"
        ".tws-edge{{stroke:{5}}}.tws-mark{{stroke:{2}}}",
        theme.page, theme.box, theme.ink, theme.soft, theme.line, theme.edge);
}

/// The light colours are attributes of the elements.
std::string style_sheet() {
    return fmt::format("<style>@media screen and (prefers-color-scheme:dark){{{}}}@media print{{{}}}</style>\n",
                       theme_rules(dark_theme), theme_rules(print_theme));
}

std::string pattern_name(const ClassPaint& paint) {
    return fmt::format("tws-{}-{}", paint.texture == Texture::stripes ? "stripes" : "dots", paint.color);
}

std::string pattern(const ClassPaint& paint) {
    const std::string_view color = class_colors[paint.color];
    if (paint.texture == Texture::stripes)
        return fmt::format(
            "<pattern id=\"{}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect "
            "width=\"5\" height=\"5\" fill=\"{}\"/><rect width=\"2\" height=\"5\" fill=\"#ffffff\"/></pattern>\n",
            pattern_name(paint), color);
    return fmt::format(
        "<pattern id=\"{}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"><rect width=\"5\" height=\"5\" fill=\"{}\"/>"
        "<circle cx=\"2.5\" cy=\"2.5\" r=\"1.5\" fill=\"#ffffff\"/></pattern>\n",
        pattern_name(paint), color);
}

/// Those that the drawing may use.
std::string patterns(std::size_t classes) {
    std::string text;
    for (std::size_t i = class_colors.size(); i < std::min(classes, distinct_paints); ++i) text += pattern(class_paint(i));
    return text.empty() ? "" : "<defs>\n" + text + "</defs>\n";
}

std::string plain_rect(const SvgBox& box, std::string_view attributes) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>", box.x, box.y, box.width, box.height, attributes);
}

/// The legend, line by line as wide as the page.
class Legend {
public:
    Legend(const SvgHeading& heading, Pixels room) : room_(room) {
        const std::size_t named = std::min(heading.classes.size(), distinct_paints);
        for (std::size_t i = 0; i < named; ++i) add(class_paint(i), shortened(heading.classes[i], legend_columns));
        if (heading.all_classes > named && named > 0)
            add_words(fmt::format("… {} more classes, whose colours repeat", heading.all_classes - named));
        height_ = text_.empty() ? 0 : y_ + legend_line;
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] Pixels height() const { return height_; }

private:
    void add(const ClassPaint& paint, const std::string& name) {
        const Pixels width = swatch + swatch_gap + text_pixels(name, note_font);
        make_room(width);
        text_ += plain_rect({x_, y_ + 3, swatch, swatch}, fmt::format("rx=\"2\" fill=\"{}\"", svg_fill(paint)));
        text_ += svg_text({x_ + swatch + swatch_gap, y_ + 13}, name) + "\n";
        x_ += width + entry_gap;
    }
    void add_words(const std::string& words) {
        make_room(text_pixels(words, note_font));
        text_ += svg_text({x_, y_ + 13}, words) + "\n";
    }
    void make_room(Pixels width) {
        if (x_ == 0 || x_ + width <= room_) return;
        x_ = 0;
        y_ += legend_line;
    }

    Pixels room_;
    Pixels x_ = 0;
    Pixels y_ = 0;
    Pixels height_ = 0;
    std::string text_;
};

/// At most as wide as the room.
std::string fitted(const std::string& text, Pixels font_size, Pixels room, FontWeight weight = FontWeight::regular) {
    std::string result = text;
    for (std::size_t columns = display_width(text); text_pixels(result, font_size, weight) > room && columns > 1; --columns) {
        columns = std::min(columns, static_cast<std::size_t>(2 * room / font_size + 2));
        result = shortened(text, columns - 1);
    }
    return result;
}

struct Head {
    std::string text;
    Pixels height = 0;
};

Head head_of(const SvgHeading& heading, Pixels room) {
    Head head;
    head.text = svg_title_text({0, heading_font}, heading_font, fitted(heading.title, heading_font, room, FontWeight::bold)) + "\n";
    head.height = heading_height;
    head.text += fmt::format("<g {} font-size=\"{}\">", svg_soft, note_font);
    for (const std::string& note : heading.notes) {
        head.text += svg_text({0, head.height + note_font}, fitted(note, note_font, room));
        head.height += note_line;
    }
    head.text += "</g>\n";
    const Legend legend(heading, room);
    if (legend.height() > 0) {
        head.text += fmt::format("<g font-size=\"{}\" transform=\"translate(0,{})\">\n{}</g>\n", note_font, head.height + 6, legend.text());
        head.height += legend.height() + 6;
    }
    return head;
}

/// Names that two drawings in one page do not share, unless they are the same.
std::string names_of_texts(const SvgDrawing& drawing) {
    constexpr std::size_t enough = 4096;  // of the content
    const std::string told = fmt::format("{}\n{}\n{} {} {}", drawing.heading.title, drawing.description, drawing.width, drawing.height,
                                         std::string_view(drawing.content).substr(0, enough));
    return "tws-" + sha256_hex(told).substr(0, 10);
}

}  // namespace

std::string svg_text(SvgSpot spot, std::string_view text) {
    return fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", spot.x, spot.y, xml_text(text));
}

std::string svg_title_text(SvgSpot spot, Pixels font_size, std::string_view text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\">{}</text>", spot.x, spot.y, font_size,
                       xml_text(text));
}

std::string svg_tooltip(std::string_view text) { return fmt::format("<title>{}</title>", xml_text(text)); }

std::string svg_fill(const ClassPaint& paint) {
    if (paint.texture == Texture::plain) return std::string(class_colors[paint.color]);
    return fmt::format("url(#{})", pattern_name(paint));
}

std::string svg_number(double value) { return number_text(std::round(value * 10.0) / 10.0 + 0.0); }

std::string svg_leaf_frame(const SvgBox& box, const ClassPaint& paint, std::string_view opacity) {
    const std::string_view color = class_colors[paint.color];
    return plain_rect(box, fmt::format("rx=\"10\" fill=\"{0}\" fill-opacity=\"{1}\" stroke=\"{0}\"", color, opacity)) +
           plain_rect({box.x + 6, box.y + 9, 6, box.height - 18}, fmt::format("rx=\"3\" fill=\"{}\"", svg_fill(paint)));
}

std::string svg_class_bar(const SvgBox& box, std::span<const double> weights) {
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::string text;
    double x = static_cast<double>(box.x);
    for (std::size_t c = 0; c < weights.size() && total > 0.0; ++c) {
        const double width = static_cast<double>(box.width) * weights[c] / total;
        if (width < 0.5) continue;
        text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>", svg_number(x), box.y, svg_number(width),
                            box.height, svg_fill(class_paint(c)));
        x += width;
    }
    return text + plain_rect(box, fmt::format("{} stroke-width=\"0.7\"", svg_frame));
}

std::string svg_mean_bar(const SvgBox& box, const SvgScale& scale, double mean, double deviation) {
    const auto at = [&](double value) {
        const double share = scale.high > scale.low ? (value - scale.low) / (scale.high - scale.low) : 0.5;
        return static_cast<double>(box.x) + std::clamp(share, 0.0, 1.0) * static_cast<double>(box.width);
    };
    const double left = at(mean - deviation);
    const double middle = static_cast<double>(box.y) + static_cast<double>(box.height) / 2.0;
    return fmt::format(
        "<path {} stroke-width=\"1\" d=\"M{} {}h{}\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
        "fill-opacity=\"0.55\"/><path class=\"tws-mark\" stroke=\"#1f2328\" stroke-width=\"2\" d=\"M{} {}v{}\"/>",
        svg_frame, box.x, svg_number(middle), box.width, svg_number(left), box.y + 2, svg_number(at(mean + deviation) - left), box.height - 4,
        class_colors[0], svg_number(at(mean)), box.y, box.height);
}

std::string svg_page(const SvgDrawing& drawing) {
    const Pixels room = std::max(drawing.width, least_page_width);
    const Head head = head_of(drawing.heading, room);
    const Pixels gap = drawing.height > 0 ? 16 : 0;
    const Pixels width = room + 2 * margin;
    const Pixels height = 2 * margin + head.height + gap + drawing.height;
    const std::string name = names_of_texts(drawing);
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "aria-labelledby=\"{2}-title {2}-text\" font-family=\"system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', "
        "'DejaVu Sans', sans-serif\" font-size=\"{3}\">\n<title id=\"{2}-title\">{4}</title>\n<desc id=\"{2}-text\">{5}</desc>\n",
        width, height, name, 11, xml_text(drawing.heading.title), xml_text(drawing.description));
    text += style_sheet() + patterns(drawing.heading.all_classes);
    text += fmt::format("<rect width=\"{}\" height=\"{}\" {}/>\n", width, height, svg_page_box);
    text += fmt::format("<g {} transform=\"translate({},{})\">\n{}", svg_ink, margin, margin, head.text);
    text += fmt::format("<g transform=\"translate({},{})\">\n", (room - drawing.width) / 2, head.height + gap);
    text += drawing.content;
    return text + "</g>\n</g>\n</svg>\n";
}

}  // namespace treewright
