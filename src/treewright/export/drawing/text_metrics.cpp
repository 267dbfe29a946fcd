#include "treewright/export/drawing/text_metrics.h"

#include <array>

#include "treewright/export/display.h"

namespace treewright {

namespace {

// Thousandths of the font size, for the characters from the blank to the tilde.
constexpr std::size_t ascii_characters = 95;
using AsciiWidths = std::array<std::uint16_t, ascii_characters>;
constexpr AsciiWidths regular_widths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 551, 838, 318, 361, 318, 372, 636, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 337, 337, 838, 838, 838, 556, 1015, 684, 686, 722, 770, 667, 611, 778, 752, 339, 500, 667, 557, 907, 760, 787,
    667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 372, 390, 838, 556, 500, 613, 635, 550, 635, 615, 352, 635,
    634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 413, 521, 392, 634, 592, 818, 592, 592, 525, 636, 551, 636, 838};
constexpr AsciiWidths bold_widths = {
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 545, 838, 380, 415, 380, 413, 696, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 400, 400, 838, 838, 838, 611, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 389, 556, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 413, 457, 838, 556, 500, 675, 716, 593, 716, 678, 435, 716,
    712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 551, 712, 838};

/// Of other scripts what 95 of 100 characters are not wider than.
std::int64_t other_width(char32_t code, std::string_view bytes, bool is_bold) {
    const std::size_t columns = display_width(bytes);
    if (columns == 0) return 0;
    if (columns == 2) return code >= 0x1f000 ? 1400 : 1050;  // emoji, East Asian characters
    if (code < 0x250) return is_bold ? 800 : 720;
    if (code < 0x590) return is_bold ? 980 : 860;
    return is_bold ? 1200 : 1050;
}

}  // namespace

std::int64_t text_pixels(std::string_view text, std::int64_t font_size, FontWeight weight) {
    const bool is_bold = weight == FontWeight::bold;
    const AsciiWidths& ascii = is_bold ? bold_widths : regular_widths;
    std::int64_t thousandths = 0;
    while (!text.empty()) {
        const Character character = first_character(text);
        const bool is_ascii = character.code >= 0x20 && character.code < 0x7f;
        thousandths += is_ascii ? ascii[character.code - 0x20] : other_width(character.code, text.substr(0, character.bytes), is_bold);
        text.remove_prefix(character.bytes);
    }
    return (thousandths * font_size + 999) / 1000;
}

}  // namespace treewright
