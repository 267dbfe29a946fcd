#include "treewright/io/bytes/encoding.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "treewright/io/bytes/text_check.h"

namespace treewright {

namespace {

using namespace std::string_view_literals;

constexpr char32_t replacement = 0xFFFD;

/// What the bytes 0x80 to 0x9F mean in Windows-1252; 0: nothing.
constexpr std::array<char16_t, 32> windows_characters = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};

void append_utf8(std::string& text, char32_t code) {
    const auto byte = [&](char32_t bits) { text += static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code < 0x80) return byte(code);
    if (code < 0x800) {
        byte(0xC0 | (code >> 6));
    } else {
        if (code < 0x10000) {
            byte(0xE0 | (code >> 12));
        } else {
            byte(0xF0 | (code >> 18));
            byte(0x80 | ((code >> 12) & 0x3F));
        }
        byte(0x80 | ((code >> 6) & 0x3F));
    }
    byte(0x80 | (code & 0x3F));
}

bool is_surrogate(char32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

/// Turns bytes into characters; those that are cut off wait for the next bytes.
class Decoder final : public ByteInput {
public:
    Decoder(ByteInput& bytes, TextEncoding encoding) : bytes_(bytes), encoding_(encoding) {}

    std::size_t read(char* into, std::size_t room) override {
        while (at_ == ready_.size())
            if (!refill()) return 0;
        const std::size_t count = std::min(room, ready_.size() - at_);
        std::copy_n(ready_.data() + at_, count, into);
        at_ += count;
        return count;
    }
    void rewind() override {
        bytes_.rewind();
        ready_.clear();
        raw_.clear();
        at_ = 0;
        high_ = 0;
    }

private:
    bool refill() {
        constexpr std::size_t at_a_time = 64 * 1024;
        const std::size_t waiting = raw_.size();
        raw_.resize(waiting + at_a_time);
        const std::size_t count = bytes_.read(raw_.data() + waiting, at_a_time);
        raw_.resize(waiting + count);
        ready_.clear();
        at_ = 0;
        if (count == 0 && waiting == 0 && high_ == 0) return false;
        decode(count == 0);
        return !ready_.empty() || count > 0;
    }

    void decode(bool at_end) {
        const std::size_t unit = unit_size();
        std::size_t at = 0;
        for (; at + unit <= raw_.size(); at += unit) add_unit(code_at(at));
        raw_.erase(0, at);
        if (!at_end) return;
        if (!raw_.empty() || high_ != 0) append_utf8(ready_, replacement);
        raw_.clear();
        high_ = 0;
    }

    [[nodiscard]] std::size_t unit_size() const {
        switch (encoding_) {
            case TextEncoding::utf16:
            case TextEncoding::utf16be: return 2;
            case TextEncoding::utf32:
            case TextEncoding::utf32be: return 4;
            default: return 1;
        }
    }
    [[nodiscard]] char32_t code_at(std::size_t at) const {
        const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(raw_[at + i])); };
        switch (encoding_) {
            case TextEncoding::utf16: return byte(0) | (byte(1) << 8);
            case TextEncoding::utf16be: return byte(1) | (byte(0) << 8);
            case TextEncoding::utf32: return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
            case TextEncoding::utf32be: return byte(3) | (byte(2) << 8) | (byte(1) << 16) | (byte(0) << 24);
            case TextEncoding::windows1252: {
                if (byte(0) < 0x80 || byte(0) > 0x9F) return byte(0);
                const char32_t character = windows_characters[byte(0) - 0x80];
                return character == 0 ? replacement : character;
            }
            default: return byte(0);
        }
    }

    /// A code unit of UTF-16 may be half a character.
    void add_unit(char32_t code) {
        const bool is_low = code >= 0xDC00 && code <= 0xDFFF;
        if (high_ != 0 && is_low) {
            append_utf8(ready_, 0x10000 + ((high_ - 0xD800) << 10) + (code - 0xDC00));
            high_ = 0;
            return;
        }
        if (high_ != 0) append_utf8(ready_, replacement);
        high_ = 0;
        if (unit_size() == 2 && code >= 0xD800 && code <= 0xDBFF) {
            high_ = code;
            return;
        }
        append_utf8(ready_, is_surrogate(code) || code > 0x10FFFF ? replacement : code);
    }

    ByteInput& bytes_;
    TextEncoding encoding_;
    std::string raw_;
    std::string ready_;
    std::size_t at_ = 0;  ///< in `ready_`
    char32_t high_ = 0;   ///< the first half of a character
};

/// UTF-16 without a mark: most characters of a table are ASCII, so that every other byte is NUL.
std::optional<TextEncoding> by_nul_bytes(std::string_view bytes) {
    constexpr std::size_t looked_at = 256;
    bytes = bytes.substr(0, looked_at);
    std::array<std::size_t, 2> nul_bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) nul_bytes[i % 2] += bytes[i] == '\0' ? 1 : 0;
    const std::size_t most = bytes.size() / 2;
    if (most < 2 || (nul_bytes[0] > 0) == (nul_bytes[1] > 0) || 4 * std::max(nul_bytes[0], nul_bytes[1]) < 3 * most)
        return std::nullopt;
    return nul_bytes[1] > 0 ? TextEncoding::utf16 : TextEncoding::utf16be;
}

}  // namespace

std::optional<TextEncoding> detect_encoding(std::string_view bytes, bool whole) {
    if (bytes.starts_with("\xFF\xFE\0\0"sv)) return TextEncoding::utf32;
    if (bytes.starts_with("\0\0\xFE\xFF"sv)) return TextEncoding::utf32be;
    if (bytes.starts_with("\xFF\xFE"sv)) return TextEncoding::utf16;
    if (bytes.starts_with("\xFE\xFF"sv)) return TextEncoding::utf16be;
    if (const auto encoding = by_nul_bytes(bytes)) return encoding;
    if (bytes.find('\0') != std::string_view::npos) return std::nullopt;
    constexpr std::size_t longest_character = 4;
    const auto bad = find_bad_byte(bytes);
    if (!bad || (!whole && *bad + longest_character > bytes.size())) return TextEncoding::utf8;
    const auto is_unknown = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x80 && byte <= 0x9F && windows_characters[byte - 0x80] == 0;
    };
    if (std::any_of(bytes.begin(), bytes.end(), is_unknown)) return TextEncoding::utf8;
    // Characters of UTF-8 before it: then a part of the file is damaged.
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    return std::all_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(*bad), is_ascii) ? TextEncoding::windows1252
                                                                                                   : TextEncoding::utf8;
}

std::string_view encoding_name(TextEncoding encoding) {
    switch (encoding) {
        case TextEncoding::utf8: return "UTF-8";
        case TextEncoding::utf16:
        case TextEncoding::utf16be: return "UTF-16";
        case TextEncoding::utf32:
        case TextEncoding::utf32be: return "UTF-32";
        case TextEncoding::windows1252: return "Windows-1252";
        case TextEncoding::latin1: return "Latin-1";
    }
    return {};
}

std::unique_ptr<ByteInput> make_decoder(ByteInput& bytes, TextEncoding encoding) {
    return std::make_unique<Decoder>(bytes, encoding);
}

}  // namespace treewright
