#include "treewright/io/json/json_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/csv/csv_splitter.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr std::size_t deepest = 64;

bool is_space(char c) { return is_blank(c) || is_line_end(c); }
bool is_json_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_space(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

std::string_view first_line_of(std::string_view text) {
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    return line;
}

/// Passes digits; whether there were any.
bool pass_digits(std::string_view& text) {
    const auto* const end = std::find_if_not(text.begin(), text.end(), is_json_digit);
    const bool any = end != text.begin();
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return any;
}

constexpr auto ends_word = [] {
    std::array<bool, 256> ends{};
    for (const char c : std::string_view(",}]{[:\" \t\r\n")) ends[static_cast<unsigned char>(c)] = true;
    return ends;
}();

bool is_json_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.size() > 1 && text[0] == '0' && is_json_digit(text[1])) return false;
    if (!pass_digits(text)) return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (!pass_digits(text)) return false;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
        if (!pass_digits(text)) return false;
    }
    return text.empty();
}

/// Python writes the last three, which are not JSON but meant.
bool is_value_word(std::string_view word) {
    return word == "true" || word == "false" || word == "NaN" || word == "Infinity" || word == "-Infinity";
}

void append_utf8(std::string& text, unsigned code) {
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0U | (code >> 12U));
        tail(6), tail(0);
    } else {
        text += static_cast<char>(0xF0U | (code >> 18U));
        tail(12), tail(6), tail(0);
    }
}

/// Behind the closing quote of the text that begins at `at`, just after its opening quote; `end` if it does not close.
const char* skip_text(const char* at, const char* end) {
    for (; at != end; ++at) {
        if (*at == '"') return at + 1;
        if (*at == '\\' && ++at == end) return end;
    }
    return end;
}

}  // namespace

bool looks_like_json(std::string_view beginning) {
    const std::string_view text = without_space(beginning);
    const std::string_view inside = without_space(text.substr(std::min<std::size_t>(1, text.size())));
    if (text.starts_with('{'))
        return inside.starts_with('}') ||
               (inside.starts_with('"') && inside.substr(0, 1024).find(':') != std::string_view::npos);
    if (!text.starts_with('[')) return false;
    if (inside.starts_with('{') || inside.starts_with('[')) return looks_like_json(inside) || inside.starts_with('[');
    const bool is_list = first_line_of(text).ends_with(']');
    return is_list && (inside.starts_with('"') || inside.starts_with(']'));
}

/// Where a line follows the first that goes on with something else than a record, the first is not one either.
JsonForm detect_json_form(std::string_view beginning) {
    const std::string_view text = without_space(beginning);
    if (text.starts_with('[')) return JsonForm::array;
    const std::string_view line = first_line_of(text);
    const std::string_view rest = without_space(text.substr(line.size()));
    if (!line.starts_with('{') || rest.empty() || rest.starts_with('{')) return JsonForm::lines;
    const bool is_whole = complete_json({line.data(), line.size()}, JsonForm::objects) == line.size();
    return is_whole ? JsonForm::lines : JsonForm::objects;
}

std::size_t complete_json(std::span<const char> bytes, JsonForm form) {
    if (form == JsonForm::lines) return complete_lines(bytes);
    const char* const end = bytes.data() + bytes.size();
    std::size_t depth = 0, complete = 0;
    for (const char* at = bytes.data(); at != end;) {
        const char c = *at++;
        if (c == '"') at = skip_text(at, end);
        if (c == '{' || (c == '[' && depth > 0)) ++depth;
        if ((c == '}' || c == ']') && depth > 0 && --depth == 0) complete = static_cast<std::size_t>(at - bytes.data());
    }
    return complete;
}

JsonParser::JsonParser(const Input& input)
    : begin_(input.bytes.data()),
      at_(begin_),
      end_(begin_ + input.bytes.size()),
      line_(input.first_line),
      form_(input.form),
      file_(input.file),
      opened_(!input.from_start),
      expects_comma_(!input.from_start) {}

void JsonParser::fail(std::string_view what) const { throw input_error_at({file_, line_, {}}, what); }

void JsonParser::pass_line_end() {
    const bool carriage_return = *at_++ == '\r';
    if (carriage_return && at_ != end_ && *at_ == '\n') ++at_;
    ++line_;
}

/// Where a record is a line, its end is no white space.
inline void JsonParser::skip_space() {
    while (at_ != end_ && is_space(*at_)) {
        if (is_blank(*at_))
            ++at_;
        else if (form_ == JsonForm::lines)
            return;
        else
            pass_line_end();
    }
}

inline bool JsonParser::pass(char wanted) {
    skip_space();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
}

void JsonParser::skip_line() {
    while (at_ != end_ && !is_line_end(*at_)) ++at_;
    if (at_ != end_) pass_line_end();
}

bool JsonParser::begin_record() {
    skip_space();
    while (form_ == JsonForm::lines && at_ != end_ && is_line_end(*at_)) {
        pass_line_end();
        skip_space();
    }
    if (at_ == end_) return false;
    if (form_ != JsonForm::array) return true;
    if (!opened_) {
        open_array();
        return !closed_;
    }
    return pass_separator();
}

void JsonParser::open_array() {
    if (!pass('[')) fail("it does not begin with [; write an array of objects, or one object per line");
    opened_ = true;
    closed_ = pass(']');
    if (closed_) (void)pass_separator();
}

/// Whether a record follows.
bool JsonParser::pass_separator() {
    if (!closed_ && std::exchange(expects_comma_, true)) {
        closed_ = pass(']');
        if (!closed_ && !pass(',')) fail("a comma or ] is missing after a record; look whether the file is whole");
    }
    skip_space();
    if (closed_ && at_ != end_) fail("there is text after the ] of the records; remove it, or write one object per line");
    if (!closed_ && at_ == end_) fail("a record is missing after the comma; look whether the file is whole");
    return !closed_;
}

void JsonParser::read(std::vector<JsonCell>& cells) {
    cells.clear();
    used_texts_ = 0;
    path_.clear();
    expects_comma_ = true;
    if (at_ != end_ && *at_ == '[')
        fail("a record is a list, which has no names; write it as an object, such as {\"age\":42,\"city\":\"Rome\"}");
    if (!pass('{'))
        fail(fmt::format("{} is not a record; write it as an object, such as {{\"age\":42,\"city\":\"Rome\"}}",
                         excerpt(what_is_here())));
    read_members(cells, 1);
    if (form_ == JsonForm::lines) end_line();
}

/// Up to where a block may end.
std::string_view JsonParser::what_is_here() const {
    const auto ends = [this](char c) { return is_line_end(c) || (form_ != JsonForm::lines && (c == '{' || c == '}')); };
    return {at_, static_cast<std::size_t>(std::find_if(at_ + 1, end_, ends) - at_)};
}

void JsonParser::end_line() {
    skip_space();
    if (at_ != end_ && !is_line_end(*at_)) fail("there is text after the record; write one object per line");
    if (at_ != end_) pass_line_end();
}

/// Behind the {.
void JsonParser::read_members(std::vector<JsonCell>& cells, std::size_t depth) {
    if (depth > deepest) fail(fmt::format("objects are nested more than {} deep; write flatter records", deepest));
    if (pass('}')) return;
    do {
        const std::string_view key = read_key();
        if (!pass(':'))
            fail(fmt::format("a colon is missing after the key {}; look whether the record is whole", excerpt(key)));
        skip_space();
        if (at_ == end_ || *at_ != '{') {
            read_value(full_name(key), cells, depth);
            continue;
        }
        ++at_;
        const std::size_t length = path_.size();
        path_.append(key).append(".");
        read_members(cells, depth + 1);
        path_.resize(length);
    } while (pass(','));
    if (!pass('}')) fail("a comma or } is missing in a record; look whether the record is whole");
}

std::string_view JsonParser::read_key() {
    if (!pass('"')) fail("a key in quotes is expected in a record; write it as {\"key\":value}");
    return read_text();
}

std::string_view JsonParser::full_name(std::string_view key) {
    if (path_.empty()) return key;
    return spare_text().append(path_).append(key);
}

void JsonParser::read_value(std::string_view name, std::vector<JsonCell>& cells, std::size_t depth) {
    JsonCell& cell = cells.emplace_back();
    cell.name = name;
    cell.line = line_;
    if (pass('"')) {
        cell.field = {read_text(), true};
    } else if (pass('[')) {
        skip_items(']', depth + 1);
        cell.kind = JsonCell::Kind::list;
    } else {
        read_word(cell);
    }
}

void JsonParser::read_word(JsonCell& cell) {
    const char* const start = at_;
    while (at_ != end_ && !ends_word[static_cast<unsigned char>(*at_)]) ++at_;
    const std::string_view word(start, static_cast<std::size_t>(at_ - start));
    if (word == "null") {
        cell.kind = JsonCell::Kind::null;
        return;
    }
    if (!is_json_number(word) && !is_value_word(word))
        fail(word.empty()
                 ? fmt::format("the value of {} is missing; look whether the record is whole", excerpt(cell.name))
                 : fmt::format("{} is not a JSON value; write texts in quotes, and numbers as in 0.5 or -2e3", excerpt(word)));
    cell.field = {word, false};
}

/// Behind the opening quote.
std::string_view JsonParser::read_text() {
    const char* const start = at_;
    while (at_ != end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
    if (at_ != end_ && *at_ == '"') return {start, static_cast<std::size_t>(at_++ - start)};
    std::string& text = spare_text().assign(start, at_);
    unescape(text);
    return text;
}

void JsonParser::unescape(std::string& text) {
    for (;; ++at_) {
        if (at_ == end_ || is_line_end(*at_)) fail("a text is not closed in its line; close it, and write line breaks as \\n");
        if (*at_ == '"') break;
        if (static_cast<unsigned char>(*at_) < 0x20)
            fail("a text holds a control character; write it with a backslash, such as \\t");
        if (*at_ == '\\')
            append_character(text);
        else
            text += *at_;
    }
    ++at_;
}

/// At the backslash; ends at the last character of what it stands for.
void JsonParser::append_character(std::string& text) {
    constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = ++at_ == end_ ? std::string_view::npos : letters.find(*at_);
    if (letter != std::string_view::npos) {
        text += meanings[letter];
        return;
    }
    if (at_ == end_ || *at_ != 'u')
        fail("a backslash does not begin an escape of JSON; write it twice if it is part of the text");
    unsigned code = read_hex();
    const auto is_second = [](unsigned half) { return half >= 0xDC00 && half < 0xE000; };
    if (code >= 0xD800 && code < 0xDC00 && end_ - at_ > 2 && at_[1] == '\\' && at_[2] == 'u') {
        at_ += 2;
        const unsigned second = read_hex();
        code = is_second(second) ? 0x10000 + ((code - 0xD800) << 10U) + (second - 0xDC00) : 0xD800;
    }
    if (code >= 0xD800 && code < 0xE000)
        fail("a text holds half of a pair of \\u escapes (a lone surrogate), which is no character; write the whole pair");
    if (code == 0) fail("a text holds \\u0000, which no text has; remove it");
    append_utf8(text, code);
}

/// At the u; ends at the last digit.
unsigned JsonParser::read_hex() {
    unsigned code = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = ++at_ == end_ ? '\0' : *at_;
        const char lower = static_cast<char>(c | 0x20);
        if (!is_json_digit(c) && (lower < 'a' || lower > 'f')) fail("\\u needs four hexadecimal digits; fix the escape");
        code = code * 16 + static_cast<unsigned>(is_json_digit(c) ? c - '0' : lower - 'a' + 10);
    }
    return code;
}

/// A value inside of a list, where it is of no use but must be JSON.
void JsonParser::skip_value(std::size_t depth) {
    if (pass('"')) {
        (void)read_text();
    } else if (pass('[')) {
        skip_items(']', depth + 1);
    } else if (pass('{')) {
        skip_items('}', depth + 1);
    } else {
        JsonCell unused;
        read_word(unused);
    }
}

/// Behind the opening bracket.
void JsonParser::skip_items(char closing, std::size_t depth) {
    if (depth > deepest) fail(fmt::format("lists are nested more than {} deep; write flatter records", deepest));
    if (pass(closing)) return;
    do {
        if (closing == '}') {
            (void)read_key();
            if (!pass(':')) fail("a colon is missing after a key; look whether the record is whole");
        }
        skip_space();
        skip_value(depth);
    } while (pass(','));
    if (!pass(closing)) fail(fmt::format("a comma or {} is missing in a list; look whether the record is whole", closing));
}

std::string& JsonParser::spare_text() {
    if (used_texts_ == texts_.size()) texts_.emplace_back();
    std::string& text = texts_[used_texts_++];
    text.clear();
    return text;
}

}  // namespace treewright
