// The JSON writer of the model file and of all JSON output. A value has exactly one form: members in the order they are
// written, shortest round-trip numbers, no needless escapes.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

/// Appends to a string call by call: begin_object, key, value, …, end_object. A sequence of calls that would not be JSON is an
/// `InternalError`.
class JsonWriter {
public:
    enum class Layout {
        compact,   ///< no white space
        indented,  ///< one member or element per line, two blanks per level
    };

    explicit JsonWriter(std::string& out, Layout layout = Layout::compact) : out_(out), layout_(layout) {}

    void begin_object();
    void end_object();
    void begin_array();
    void end_array();
    void key(std::string_view name);

    /// UTF-8 passes through; bytes that are not UTF-8 become U+FFFD, so that the result is always valid JSON.
    void string(std::string_view text);
    /// Throws `InternalError` for infinities and NaN, which JSON does not have.
    void number(double value);
    /// Infinities as "Infinity" and "-Infinity", NaN as null.
    void number_or_text(double value);
    void integer(std::int64_t value);
    void integer(std::uint64_t value);
    void boolean(bool value);
    void null();

    void value(std::string_view text) { string(text); }
    void value(const char* text) { string(text); }
    void value(const std::string& text) { string(text); }
    void value(double number_value) { number(number_value); }
    template <std::integral Integral>
    void value(Integral integral) {
        if constexpr (std::same_as<Integral, bool>)
            boolean(integral);
        else if constexpr (std::signed_integral<Integral>)
            integer(static_cast<std::int64_t>(integral));
        else
            integer(static_cast<std::uint64_t>(integral));
    }
    template <typename Value>
    void member(std::string_view name, const Value& member_value) {
        key(name);
        value(member_value);
    }

    /// Compact layout: the next key, element or closing bracket starts a new line.
    void line_break() { break_pending_ = true; }

private:
    struct Level {
        bool object;
        bool empty = true;
    };

    void begin(bool object, char bracket);
    void end(bool object, char bracket);
    void before_value();
    void separate();
    void new_line(std::size_t depth);

    std::string& out_;
    Layout layout_;
    std::vector<Level> levels_;
    bool after_key_ = false;
    bool break_pending_ = false;
    bool done_ = false;  ///< the outermost value has begun
};

}  // namespace treewright
