#include "treewright/export/display.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "treewright/base/replaced.h"
#include "treewright/base/utf8.h"

namespace treewright {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Unicode's East Asian Width W and F, in blocks rather than characters: a terminal does not do better.
constexpr std::array<Range, 13> wide = {{{0x1100, 0x115f},
                                         {0x2e80, 0x303e},
                                         {0x3041, 0x33ff},
                                         {0x3400, 0x4dbf},
                                         {0x4e00, 0x9fff},
                                         {0xa000, 0xa4cf},
                                         {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},
                                         {0xfe30, 0xfe6f},
                                         {0xff00, 0xff60},
                                         {0xffe0, 0xffe6},
                                         {0x1f300, 0x1f9ff},
                                         {0x20000, 0x3fffd}}};
constexpr std::array<Range, 7> combining = {
    {{0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5bd}, {0x64b, 0x65f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};

template <std::size_t count>
bool is_in(const std::array<Range, count>& ranges, char32_t code) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [code](const Range& range) { return code >= range.first && code <= range.last; });
}

std::size_t columns_of(char32_t code) {
    if (code < 0x300) return 1;
    if (is_in(combining, code)) return 0;
    return is_in(wide, code) ? 2 : 1;
}

/// The longest prefix of at most `width` columns.
std::string_view head(std::string_view text, std::size_t width) {
    std::size_t end = 0;
    for (std::size_t used = 0; end < text.size();) {
        const Character character = first_character(text.substr(end));
        used += columns_of(character.code);
        if (used > width) break;
        end += character.bytes;
    }
    return text.substr(0, end);
}

/// The longest suffix of at most `width` columns.
std::string_view tail(std::string_view text, std::size_t width) {
    std::size_t columns = display_width(text);
    while (columns > width || (!text.empty() && columns_of(first_character(text).code) == 0)) {
        const Character character = first_character(text);
        columns -= columns_of(character.code);
        text.remove_prefix(character.bytes);
    }
    return text;
}

/// What stays of a shortened text before and behind the ellipsis.
std::string_view front_of(std::string_view text, std::size_t width) {
    return width == 0 ? std::string_view() : head(text, width - 1 - (width - 1) / 2);
}
std::string_view back_of(std::string_view text, std::size_t width) {
    return width == 0 ? std::string_view() : tail(text, (width - 1) / 2);
}

std::string escape(const Character& character, std::string_view bytes) {
    if (!character.valid) return fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    switch (character.code) {
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        default: return fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
    }
}

constexpr std::string_view no_break = "\u00a0";

}  // namespace

Character first_character(std::string_view text) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return {0xfffd, 1, false};
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
    if (length == 1) return {byte(0), 1, true};
    char32_t code = byte(0) & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = code << 6U | (byte(i) & 0x3fU);
    return {code, length, true};
}

bool is_unprintable(const Character& character) {
    const char32_t c = character.code;
    return !character.valid || c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const Character character = first_character(text);
        if (is_unprintable(character))
            result += escape(character, text);
        else
            result += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Character character = first_character(text);
        width += columns_of(character.code);
        text.remove_prefix(character.bytes);
    }
    return width;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (display_width(text) <= width) return std::string(text);
    if (width == 0) return "";
    return std::string(front_of(text, width)) + "…" + std::string(back_of(text, width));
}

std::string shortened_among(std::string_view text, std::size_t width, const std::vector<std::string>& names) {
    const std::size_t whole = display_width(text);
    for (;; width += 2) {
        if (whole <= width) return std::string(text);
        const std::string_view front = front_of(text, width);
        const std::string_view back = back_of(text, width);
        const auto looks_alike = [&](const std::string& name) {
            return name != text && name.starts_with(front) && name.ends_with(back) && display_width(name) > width;
        };
        if (std::none_of(names.begin(), names.end(), looks_alike)) return shortened(text, width);
    }
}

std::string pad_right(std::string text, std::size_t width) {
    const std::size_t used = display_width(text);
    if (used < width) text.append(width - used, ' ');
    return text;
}

std::string pad_left(std::string text, std::size_t width) {
    const std::size_t used = display_width(text);
    if (used < width) text.insert(0, width - used, ' ');
    return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::string result;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        const std::size_t columns = display_width(word);
        if (used > indent && used + 1 + columns > width) {
            result += '\n' + std::string(indent, ' ');
            used = indent;
        } else if (!result.empty()) {
            result += ' ';
            ++used;
        }
        result += word;
        used += columns;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string hanging(std::string_view text, std::size_t width, std::size_t indent) {
    // A number and its % stay in one line.
    const std::string kept = replaced(text, " %", "\u00a0%");
    std::string lines;
    for (const char byte : wrapped(kept, width - indent, 0)) {
        lines += byte;
        if (byte == '\n') lines.append(indent, ' ');
    }
    return replaced(lines, no_break, " ");
}

}  // namespace treewright
