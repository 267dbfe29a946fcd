#include "treewright/io/bytes/text_check.h"

#include <cstdint>
#include <cstring>

namespace treewright {

namespace {

/// Whether the eight bytes are plain ASCII without NUL: the case of nearly all bytes of nearly all files.
bool plain_ascii(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    constexpr std::uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    return ((word | (word - ones)) & highs) == 0;
}

/// Whether the second byte of a character excludes overlong forms, surrogates and code points beyond U+10FFFF.
bool second_byte_fits(unsigned first, unsigned second) {
    if ((second & 0xC0) != 0x80) return false;
    if (first == 0xE0) return second >= 0xA0;
    if (first == 0xED) return second <= 0x9F;
    if (first == 0xF0) return second >= 0x90;
    if (first == 0xF4) return second <= 0x8F;
    return true;
}

/// The length of the well-formed character at the front, 0 if there is none.
std::size_t character_length(std::string_view bytes) {
    const auto at = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(bytes[i]); };
    if (at(0) < 0x80) return at(0) == 0 ? 0 : 1;
    const std::size_t length = at(0) >= 0xF0 ? 4 : at(0) >= 0xE0 ? 3 : 2;
    if (at(0) < 0xC2 || at(0) > 0xF4 || length > bytes.size() || !second_byte_fits(at(0), at(1))) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((at(i) & 0xC0) != 0x80) return 0;
    return length;
}

}  // namespace

std::optional<std::size_t> find_bad_byte(std::string_view bytes) {
    std::size_t position = 0;
    while (position < bytes.size()) {
        while (position + 8 <= bytes.size() && plain_ascii(bytes.data() + position)) position += 8;
        if (position == bytes.size()) break;
        const std::size_t length = character_length(bytes.substr(position));
        if (length == 0) return position;
        position += length;
    }
    return std::nullopt;
}

}  // namespace treewright
