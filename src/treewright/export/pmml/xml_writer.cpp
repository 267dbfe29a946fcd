#include "treewright/export/pmml/xml_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/utf8.h"

namespace treewright {

namespace {

constexpr std::size_t deepest_indent = 12;

/// Of a UTF-8 character.
std::uint32_t code_point(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first;
    std::uint32_t code = first & (0x7FU >> character.size());
    for (const char byte : character.substr(1)) code = (code << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
    return code;
}

/// The production Char of XML 1.0; UTF-8 has no surrogates.
bool is_xml_character(std::uint32_t code) {
    if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
    return code != 0xFFFE && code != 0xFFFF;
}

}  // namespace

std::optional<std::string> not_for_xml(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return "a byte that is not UTF-8";
        const std::uint32_t code = code_point(text.substr(0, length));
        if (!is_xml_character(code)) return fmt::format("the character U+{:04X}", code);
        text.remove_prefix(length);
    }
    return std::nullopt;
}

std::string escaped_for_xml(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '"': escaped += "&quot;"; break;
            case '\t': escaped += "&#9;"; break;
            case '\n': escaped += "&#10;"; break;
            case '\r': escaped += "&#13;"; break;
            default: escaped += c;
        }
    }
    return escaped;
}

XmlWriter& XmlWriter::begin(std::string_view element) {
    close_tag();
    out_ += '\n';
    out_.append(std::min(open_.size(), deepest_indent), ' ');
    out_ += fmt::format("<{}", element);
    open_.emplace_back(element);
    in_tag_ = true;
    has_text_ = false;
    return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view text) {
    check_invariant(in_tag_, "an attribute outside of a tag");
    out_ += fmt::format(" {}=\"{}\"", name, escaped_for_xml(text));
    return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, double value) { return attribute(name, std::string_view(number_text(value))); }

XmlWriter& XmlWriter::content(std::string_view text) {
    close_tag();
    out_ += escaped_for_xml(text);
    has_text_ = true;
    return *this;
}

XmlWriter& XmlWriter::end() {
    check_invariant(!open_.empty(), "the end of an element that has not begun");
    const std::string element = std::move(open_.back());
    open_.pop_back();
    if (in_tag_) {
        out_ += "/>";
    } else {
        if (!has_text_) {
            out_ += '\n';
            out_.append(std::min(open_.size(), deepest_indent), ' ');
        }
        out_ += fmt::format("</{}>", element);
    }
    in_tag_ = has_text_ = false;
    return *this;
}

std::string XmlWriter::document() const {
    check_invariant(open_.empty(), "an element that has not ended");
    return out_ + "\n";
}

void XmlWriter::close_tag() {
    if (in_tag_) out_ += '>';
    in_tag_ = false;
}

}  // namespace treewright
