#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/error.h"
#include "treewright/base/utf8.h"
#include "treewright/tree/text_cursor.h"

namespace treewright {

std::string place_in(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, position);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t line_break = before.rfind('\n');
    const std::size_t byte = line_break == std::string_view::npos ? position + 1 : position - line_break;
    return fmt::format("line {}, byte {}", line, byte);
}

void TextCursor::fail(const std::string& what) const {
    throw input_error(fmt::format("{}: a malformed model file: {}: {}", name_, place_in(text_, position_), what));
}

bool TextCursor::take(std::string_view literal) {
    if (text_.substr(position_, literal.size()) != literal) return false;
    position_ += literal.size();
    return true;
}

void TextCursor::expect(std::string_view literal) {
    if (!take(literal)) fail(fmt::format("expected {}", literal[0] == '\n' ? "a new line" : literal));
}

void TextCursor::take_escape(std::string& result) {
    constexpr std::string_view letters = "\"\\bfnrt";
    constexpr std::string_view meanings = "\"\\\b\f\n\r\t";
    ++position_;
    const std::string_view rest = text_.substr(position_);
    const std::size_t letter = rest.empty() ? std::string_view::npos : letters.find(rest[0]);
    if (letter != std::string_view::npos) {
        result += meanings[letter];
        ++position_;
        return;
    }
    unsigned code = 0;
    const bool is_code = rest.starts_with("u00") && rest.size() >= 5 &&
                         std::from_chars(rest.data() + 3, rest.data() + 5, code, 16).ptr == rest.data() + 5;
    if (!is_code || code >= 0x20U) fail("an escape that is not used in model files");
    result += static_cast<char>(code);
    position_ += 5;
}

std::string TextCursor::string() {
    expect("\"");
    std::string result;
    while (!take("\"")) {
        const std::string_view rest = text_.substr(position_);
        if (rest.empty()) fail("a string that does not end");
        if (rest[0] == '\\') {
            take_escape(result);
            continue;
        }
        const std::size_t length = utf8_length(rest);
        if (length == 0 || static_cast<unsigned char>(rest[0]) < 0x20U)
            fail("a string that is not UTF-8 or has a bare control character");
        result += rest.substr(0, length);
        position_ += length;
    }
    return result;
}

template <typename Number>
Number TextCursor::take_number(const char* what) {
    const char* begin = text_.data() + position_;
    const char* end = text_.data() + text_.size();
    // from_chars would also take "inf" and "nan".
    const bool starts_well = begin != end && (*begin == '-' || (*begin >= '0' && *begin <= '9'));
    Number value{};
    const auto result =
        starts_well ? std::from_chars(begin, end, value) : std::from_chars_result{begin, std::errc::invalid_argument};
    if (result.ec != std::errc()) fail(fmt::format("expected {}", what));
    position_ += static_cast<std::size_t>(result.ptr - begin);
    return value;
}

double TextCursor::number() {
    const double value = take_number<double>("a number that a double can hold");
    if (!std::isfinite(value)) fail("a number that is not finite");
    return value;
}

std::uint32_t TextCursor::unsigned_number() { return take_number<std::uint32_t>("an integer from 0 to 4294967295"); }
std::uint64_t TextCursor::large_number() { return take_number<std::uint64_t>("an integer from 0 to 18446744073709551615"); }
std::int32_t TextCursor::signed_number() { return take_number<std::int32_t>("an integer of 32 bits"); }

}  // namespace treewright
