// Reads a text of one fixed form from front to back: this literal, a string, a number. Not a general JSON parser: the model
// file has one spelling for one model, so that there is nothing to skip and nothing to look up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace treewright {

class TextCursor {
public:
    /// `name` is the file's, for the errors.
    TextCursor(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    /// Steps over the literal if it is next.
    bool take(std::string_view literal);
    /// Steps over the literal, which must be next.
    void expect(std::string_view literal);
    /// A JSON string with the escapes that `JsonWriter` uses, and UTF-8.
    std::string string();
    /// A finite number.
    double number();
    std::uint32_t unsigned_number();
    std::uint64_t large_number();
    std::int32_t signed_number();
    [[nodiscard]] bool at_end() const { return position_ == text_.size(); }

    /// Calls `read_one` for each element of a list that `open`, `separator` and `close` hold together; "[]" is an empty list.
    template <typename ReadOne>
    void list(std::string_view open, std::string_view separator, std::string_view close, const ReadOne& read_one) {
        if (take("[]")) return;
        expect(open);
        do {
            read_one();
        } while (take(separator));
        expect(close);
    }

    /// Throws an input `Error` that says where the cursor stands.
    [[noreturn]] void fail(const std::string& what) const;

private:
    template <typename Number>
    Number take_number(const char* what);
    void take_escape(std::string& result);

    std::string_view text_;
    const std::string& name_;
    std::size_t position_ = 0;
};

/// The place of a byte as "line 3, byte 17", both counted from 1.
std::string place_in(std::string_view text, std::size_t position);

}  // namespace treewright
