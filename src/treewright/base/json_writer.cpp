#include "treewright/base/json_writer.h"

#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/utf8.h"

namespace treewright {
namespace {

void append_control(std::string& out, unsigned char c) {
    switch (c) {
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    out += "\\u00";
    out += "0123456789abcdef"[c >> 4];
    out += "0123456789abcdef"[c & 0xfU];
}

void append_string(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text[0];
        if (length == 0)
            out += "\xef\xbf\xbd";  // U+FFFD
        else if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20U)
            append_control(out, static_cast<unsigned char>(c));
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    out += '"';
}

}  // namespace

void JsonWriter::new_line(std::size_t depth) {
    if (layout_ == Layout::indented) {
        out_ += '\n';
        out_.append(2 * depth, ' ');
    } else if (break_pending_) {
        out_ += '\n';
    }
    break_pending_ = false;
}

void JsonWriter::separate() {
    Level& level = levels_.back();
    if (!level.empty) out_ += ',';
    level.empty = false;
    new_line(levels_.size());
}

void JsonWriter::before_value() {
    if (levels_.empty()) {
        check_invariant(!done_, "a second JSON value after the first");
    } else if (levels_.back().object) {
        check_invariant(after_key_, "a JSON member without a key");
    } else {
        separate();
    }
    after_key_ = false;
    if (levels_.empty()) done_ = true;
}

void JsonWriter::begin(bool object, char bracket) {
    before_value();
    levels_.push_back({object});
    out_ += bracket;
}

void JsonWriter::end(bool object, char bracket) {
    check_invariant(!levels_.empty() && levels_.back().object == object && !after_key_, "JSON brackets that do not match");
    const bool empty = levels_.back().empty;
    levels_.pop_back();
    if (!empty) new_line(levels_.size());
    out_ += bracket;
}

void JsonWriter::begin_object() { begin(true, '{'); }
void JsonWriter::end_object() { end(true, '}'); }
void JsonWriter::begin_array() { begin(false, '['); }
void JsonWriter::end_array() { end(false, ']'); }

void JsonWriter::key(std::string_view name) {
    check_invariant(!levels_.empty() && levels_.back().object && !after_key_, "a JSON key outside of an object");
    separate();
    append_string(out_, name);
    out_ += layout_ == Layout::indented ? ": " : ":";
    after_key_ = true;
}

void JsonWriter::string(std::string_view text) {
    before_value();
    append_string(out_, text);
}

void JsonWriter::number(double value) {
    check_invariant(std::isfinite(value), "JSON has no infinities and no NaN");
    before_value();
    out_ += number_text(value);
}

void JsonWriter::number_or_text(double value) {
    if (std::isfinite(value))
        number(value);
    else if (std::isnan(value))
        null();
    else
        string(value > 0 ? "Infinity" : "-Infinity");
}

void JsonWriter::integer(std::int64_t value) {
    before_value();
    out_ += std::to_string(value);
}

void JsonWriter::integer(std::uint64_t value) {
    before_value();
    out_ += std::to_string(value);
}

void JsonWriter::boolean(bool value) {
    before_value();
    out_ += value ? "true" : "false";
}

void JsonWriter::null() {
    before_value();
    out_ += "null";
}

}  // namespace treewright
