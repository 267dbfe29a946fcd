#include "treewright/io/place.h"

#include <fmt/format.h>

#include <algorithm>

namespace treewright {

namespace {

constexpr std::size_t longest_excerpt = 60;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string shown_path(const std::string& path) { return path == "-" ? "standard input" : path; }

Error input_error_at(const Place& place, std::string_view what) {
    std::string where(place.file);
    if (place.line > 0) where += fmt::format(", line {}", place.line);
    if (!place.column.empty()) where += fmt::format(", column '{}'", place.column);
    return input_error(fmt::format("{}: {}", where, what));
}

std::string excerpt(std::string_view text) {
    std::size_t length = std::min(text.size(), longest_excerpt);
    // A cut may not fall into the middle of a UTF-8 character.
    while (length < text.size() && length > 0 && continues_character(text[length])) --length;
    std::string shown = "\"";
    for (char c : text.substr(0, length)) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            shown += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            shown += c;
    }
    return shown + (length < text.size() ? "…\"" : "\"");
}

}  // namespace treewright
