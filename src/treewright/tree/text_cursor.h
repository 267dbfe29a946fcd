// A parser for text of a fixed form: literals, strings, numbers, from front to back. Not a general JSON parser: a model file is
// canonical, so there is nothing to skip and nothing to look up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace treewright {

class TextCursor {
public:
    /// `name` is the file's, for the errors.
    TextCursor(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    /// Consumes the literal if it is next.
    bool take(std::string_view literal);
    /// Consumes the literal, which must be next.
    void expect(std::string_view literal);
    /// A JSON string with the escapes that `JsonWriter` uses, and UTF-8.
    std::string string();
    /// A finite number.
    double number();
    std::uint32_t unsigned_number();
    std::uint64_t large_number();
    std::int32_t signed_number();
    [[nodiscard]] bool at_end() const { return position_ == text_.size(); }

    /// Calls `read_one` for each element of a list delimited by `open`, `separator` and `close`; "[]" is an empty list.
    template <typename ReadOne>
    void list(std::string_view open, std::string_view separator, std::string_view close, const ReadOne& read_one) {
        if (take("[]")) return;
        expect(open);
        do {
            read_one();
        } while (take(separator));
        expect(close);
    }

    /// Throws an input `Error` with the current position.
    [[noreturn]] void fail(const std::string& what) const;

private:
    template <typename Number>
    Number take_number(const char* what);
    void take_escape(std::string& result);

    std::string_view text_;
    const std::string& name_;
    std::size_t position_ = 0;
};

/// The position of a byte as "line 3, byte 17", both counted from 1.
std::string place_in(std::string_view text, std::size_t position);

}  // namespace treewright
