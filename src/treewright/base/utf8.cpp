#include "treewright/base/utf8.h"

namespace treewright {
namespace {

bool continues(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80U) return 1;
    if (first < 0xc2U || first > 0xf4U || !continues(text, 1)) return 0;
    if (first < 0xe0U) return 2;
    const auto second = static_cast<unsigned char>(text[1]);
    if (!continues(text, 2)) return 0;
    if (first == 0xe0U && second < 0xa0U) return 0;  // overlong
    if (first == 0xedU && second > 0x9fU) return 0;  // a surrogate
    if (first < 0xf0U) return 3;
    if (!continues(text, 3)) return 0;
    if (first == 0xf0U && second < 0x90U) return 0;  // overlong
    if (first == 0xf4U && second > 0x8fU) return 0;  // above U+10FFFF
    return 4;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace treewright
