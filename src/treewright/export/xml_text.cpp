#include "treewright/export/xml_text.h"

#include "treewright/export/display.h"

namespace treewright {

namespace {

constexpr std::string_view replacement_character = "\xef\xbf\xbd";

bool is_in_xml(const Character& character) {
    return character.valid && character.code >= 0x20 && character.code != 0xfffe && character.code != 0xffff;
}

void append_xml(std::string& escaped, const Character& character, std::string_view bytes) {
    switch (character.code) {
        case '&': escaped += "&amp;"; return;
        case '<': escaped += "&lt;"; return;
        case '>': escaped += "&gt;"; return;
        case '"': escaped += "&quot;"; return;
        case '\'': escaped += "&#39;"; return;
        case '\n': escaped += "&#10;"; return;
        case '\t': escaped += "&#9;"; return;
        case '\r': escaped += "&#13;"; return;
        default: escaped += is_in_xml(character) ? bytes : replacement_character;
    }
}

}  // namespace

std::string xml_text(std::string_view text) {
    std::string escaped;
    escaped.reserve(text.size() + text.size() / 8);
    while (!text.empty()) {
        const Character character = first_character(text);
        append_xml(escaped, character, text.substr(0, character.bytes));
        text.remove_prefix(character.bytes);
    }
    return escaped;
}

}  // namespace treewright
