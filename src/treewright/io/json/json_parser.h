// The records of a text of JSON: objects, one per line, one after the other, or in one array. A parser knows nothing but its
// block, which is not changed: blocks can be parsed in any order, on any thread, and more than once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/io/cells/record.h"

namespace treewright {

enum class JsonForm {
    lines,    ///< JSON Lines: an object per line
    objects,  ///< one object after the other, each over any number of lines
    array,    ///< [{…}, {…}]
};

/// Whether the beginning of a file looks like JSON: an object, or a list of objects, lists or texts.
[[nodiscard]] bool looks_like_json(std::string_view beginning);
[[nodiscard]] JsonForm detect_json_form(std::string_view beginning);

/// The number of bytes up to the end of the last record that is certainly complete; 0 if there is none. The bytes begin between
/// two records.
[[nodiscard]] std::size_t complete_json(std::span<const char> bytes, JsonForm form);

/// A value of a record. Those of objects inside of it have names with dots: address.city.
struct JsonCell {
    enum class Kind : std::uint8_t { value, null, list };

    std::string_view name;
    Field field;  ///< a number as it was written; a text, which counts as quoted; true, false; empty for null and for a list
    Kind kind = Kind::value;
    std::size_t line = 0;
};

class JsonParser {
public:
    struct Input {
        std::span<const char> bytes;
        std::size_t first_line = 1;
        JsonForm form = JsonForm::lines;
        bool from_start = true;  ///< whether the bytes are the first of the file: there the array opens
        std::string_view file;   ///< for errors
    };
    explicit JsonParser(const Input& input);

    /// Passes white space and what separates records. Whether a record follows; else the bytes are at their end.
    bool begin_record();
    /// The record that follows. The texts hold until the next call, as long as block and parser. Throws an input error where
    /// it is not one.
    void read(std::vector<JsonCell>& cells);
    /// After an error: passes the rest of the line.
    void skip_line();

    [[nodiscard]] std::size_t line() const { return line_; }  ///< of what comes next
    [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(at_ - begin_); }
    /// Whether the array ended.
    [[nodiscard]] bool is_closed() const { return closed_; }

private:
    [[noreturn]] void fail(std::string_view what) const;
    void pass_line_end();
    void skip_space();
    bool pass(char wanted);
    void open_array();
    bool pass_separator();
    [[nodiscard]] std::string_view what_is_here() const;
    void end_line();
    void read_members(std::vector<JsonCell>& cells, std::size_t depth);
    void read_value(std::string_view name, std::vector<JsonCell>& cells, std::size_t depth);
    void read_word(JsonCell& cell);
    std::string_view read_key();
    std::string_view full_name(std::string_view key);
    std::string_view read_text();
    void unescape(std::string& text);
    void append_character(std::string& text);
    unsigned read_hex();
    void skip_value(std::size_t depth);
    void skip_items(char closing, std::size_t depth);
    std::string& spare_text();

    const char* begin_;
    const char* at_;
    const char* end_;
    std::size_t line_;
    JsonForm form_;
    std::string_view file_;
    bool opened_;         ///< the array
    bool expects_comma_;  ///< between the records of an array
    bool closed_ = false;
    std::string path_;               ///< of the objects that we are in: "address."
    std::deque<std::string> texts_;  ///< names and texts of the record that are not in the block verbatim
    std::size_t used_texts_ = 0;
};

}  // namespace treewright
