#include "treewright/export/programs/literals.h"

#include <fmt/format.h>

#include <utility>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"

namespace treewright {

namespace {

constexpr char32_t replacement = 0xFFFD;

/// Calls take(code) for every character of a text of UTF-8.
template <class Take>
void for_each_code(std::string_view text, const Take& take) {
    while (!text.empty()) {
        const Character character = first_character(text);
        take(character.valid ? character.code : replacement);
        text.remove_prefix(character.bytes);
    }
}

bool is_plain_ascii(char32_t code) { return code >= 0x20 && code < 0x7F; }

/// Characters that are not seen, that turn the direction of the text around them, or that some readers take for the end of a line.
bool is_hidden(char32_t code) {
    constexpr std::pair<char32_t, char32_t> hidden[] = {
        {0x00, 0x1F},     {0x7F, 0xA0},     {0xAD, 0xAD},     {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
        {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F},   {0x205F, 0x206F},   {0x3000, 0x3000},
        {0x3164, 0x3164}, {0xD800, 0xF8FF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},
        {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
    };
    for (const auto& [first, last] : hidden)
        if (code >= first && code <= last) return true;
    return false;
}

/// \u00e9, \ud83d\ude00: as Java and JavaScript write a character.
std::string utf16_escape(char32_t code) {
    if (code < 0x10000) return fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    const unsigned rest = static_cast<unsigned>(code) - 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

std::string utf8_of(char32_t code) {
    std::string bytes;
    const auto add = [&](unsigned first, int shifts) {
        bytes += static_cast<char>(first | (code >> (6 * shifts)));
        for (int i = shifts; i-- > 0;) bytes += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
    };
    if (code < 0x80) bytes += static_cast<char>(code);
    else if (code < 0x800) add(0xC0, 1);
    else if (code < 0x10000) add(0xE0, 2);
    else add(0xF0, 3);
    return bytes;
}

/// The same in all four: what a backslash stands before.
bool needs_backslash(char32_t code) { return code == '"' || code == '\\'; }

/// Writes a character of a comment, so that no two in a row begin or end one, form a trigraph or a tag.
class CommentText {
public:
    explicit CommentText(CommentLetters letters) : letters_(letters) {}

    void add(char32_t code) {
        if (is_hidden(code)) return put(fmt::format("<U+{:04X}>", static_cast<unsigned>(code)));
        if (code == '\\') return put("\\\\");  // an even number: no escape of Java, no continued line
        if (is_plain_ascii(code)) {
            const char c = static_cast<char>(code);
            if (clashes(c)) text_ += ' ';
            return put(std::string(1, c));
        }
        put(letters_ == CommentLetters::any ? utf8_of(code) : utf16_escape(code));
    }
    std::string take() { return std::move(text_); }

private:
    [[nodiscard]] bool clashes(char next) const {
        if (text_.empty()) return false;
        switch (text_.back()) {
            case '*': return next == '/';
            case '/': return next == '*' || next == '/';
            case '?': return next == '?';
            case '<': return next != ' ';
            case '-': return next == '-' || next == '>';
            default: return false;
        }
    }
    void put(const std::string& characters) { text_ += characters; }

    CommentLetters letters_;
    std::string text_;
};

}  // namespace

std::string double_literal(double value) {
    std::string text = number_text(value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string c_string(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (!is_plain_ascii(byte)) {
            result += fmt::format("\\{:03o}", byte);
            continue;
        }
        const bool is_trigraph = c == '?' && result.back() == '?';
        if (needs_backslash(byte) || is_trigraph) result += '\\';
        result += c;
    }
    return result + '"';
}

std::string java_string(std::string_view text) {
    std::string result = "\"";
    for_each_code(text, [&](char32_t code) {
        if (code < 0x20 || code == 0x7F)
            result += fmt::format("\\{:03o}", static_cast<unsigned>(code));  // \u000a would be read as the end of the line
        else if (code < 0x80)
            result += (needs_backslash(code) ? "\\" : "") + std::string(1, static_cast<char>(code));
        else
            result += utf16_escape(code);
    });
    return result + '"';
}

std::string javascript_string(std::string_view text) {
    std::string result = "\"";
    for_each_code(text, [&](char32_t code) {
        if (!is_plain_ascii(code) || code == '<' || code == '>')
            result += code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code)) : utf16_escape(code);
        else
            result += (needs_backslash(code) ? "\\" : "") + std::string(1, static_cast<char>(code));
    });
    return result + '"';
}

std::string python_string(std::string_view text) {
    std::string result = "\"";
    for_each_code(text, [&](char32_t code) {
        if (needs_backslash(code))
            result += std::string("\\") + static_cast<char>(code);
        else if (is_plain_ascii(code) || (code >= 0x80 && !is_hidden(code)))
            result += utf8_of(code);
        else if (code < 0x80)
            result += fmt::format("\\x{:02x}", static_cast<unsigned>(code));
        else if (code < 0x10000)
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        else
            result += fmt::format("\\U{:08x}", static_cast<unsigned>(code));
    });
    return result + '"';
}

std::string in_comment(std::string_view text, CommentLetters letters) {
    constexpr std::size_t longest = 60;
    CommentText comment(letters);
    std::size_t length = 0;
    bool is_cut = false;
    for_each_code(text, [&](char32_t code) {
        if (length++ < longest)
            comment.add(code);
        else
            is_cut = true;
    });
    return "'" + comment.take() + (is_cut ? "..." : "") + "'";
}

}  // namespace treewright
