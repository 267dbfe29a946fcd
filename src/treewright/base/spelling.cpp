#include "treewright/base/spelling.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace treewright {

namespace {

constexpr char mark = '\0';

NamedParameter read_mark(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return {text};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

bool is_placeholder(std::string_view value) {
    return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_number(std::string_view value) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    return error == std::errc() && end == value.data() + value.size();
}

constexpr std::string_view row_mark = "row-number";  // its value: the number of a row, from 1 on

/// Python counts rows from 0, all others from 1.
std::string row_words(const NamedParameter& row, std::size_t first) {
    std::size_t number = 0;
    const std::string_view text = row.value.value_or("1");
    std::from_chars(text.data(), text.data() + text.size(), number);
    return "row " + std::to_string(number - 1 + first);
}

/// Python keywords get a trailing underscore (PEP 8).
std::string python_name(std::string_view name) {
    constexpr std::array<std::string_view, 32> keywords = {
        "and",      "as",     "assert",  "async", "await", "break",  "class", "continue", "def",  "del",  "elif",
        "else",     "except", "finally", "for",   "from",  "global", "if",    "import",   "in",   "is",   "lambda",
        "nonlocal", "not",    "or",      "pass",  "raise", "return", "try",   "while",    "with", "yield"};
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return std::find(keywords.begin(), keywords.end(), text) == keywords.end() ? text : text + "_";
}

std::string camel_case(std::string_view name) {
    std::string text;
    bool upper = false;
    for (const char c : name) {
        if (c != '-') text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = c == '-';
    }
    return text;
}

/// A value as a literal of a program. One that is already quoted stays unchanged.
std::string literal(std::string_view value, char quote, std::string_view yes, std::string_view no) {
    if (value == "yes") return std::string(yes);
    if (value == "no") return std::string(no);
    if (is_number(value) || value.starts_with('\'')) return std::string(value);
    return quote + std::string(value) + quote;
}

}  // namespace

std::string named(std::string_view name) { return mark + std::string(name) + mark; }

std::string named(std::string_view name, std::string_view value) {
    return mark + std::string(name) + "=" + std::string(value) + mark;
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string spelled(std::string_view sentence, const Spelling& spelling) {
    std::string text;
    while (true) {
        const std::size_t begin = sentence.find(mark);
        const std::size_t end = begin == std::string_view::npos ? begin : sentence.find(mark, begin + 1);
        if (end == std::string_view::npos) return text.append(sentence);
        text.append(sentence.substr(0, begin));
        text.append(spelling(read_mark(sentence.substr(begin + 1, end - begin - 1))));
        sentence.remove_prefix(end + 1);
    }
}

std::string spelled(std::string_view sentence) { return spelled(sentence, plain_spelling); }

std::string plain_spelling(const NamedParameter& parameter) {
    if (parameter.name == row_mark) return row_words(parameter, 1);
    std::string text(parameter.name);
    return parameter.value ? text + " " + std::string(*parameter.value) : text;
}

std::string command_line_spelling(const NamedParameter& parameter) {
    if (parameter.name == row_mark) return row_words(parameter, 1);
    const std::string name(parameter.name);
    if (!parameter.value || *parameter.value == "yes") return "--" + name;
    if (*parameter.value == "no") return "--" + ("no-" + name);
    return "--" + name + " " + std::string(*parameter.value);
}

std::string python_spelling(const NamedParameter& parameter) {
    if (parameter.name == row_mark) return row_words(parameter, 0);
    const std::string text = python_name(parameter.name) + "=";
    if (!parameter.value || is_placeholder(*parameter.value)) return text;
    return text + literal(*parameter.value, '\'', "True", "False");
}

std::string spark_spelling(const NamedParameter& parameter) {
    if (parameter.name == row_mark) return row_words(parameter, 1);
    const std::string text = camel_case(parameter.name);
    if (!parameter.value || is_placeholder(*parameter.value)) return text;
    return text + "=" + literal(*parameter.value, '"', "true", "false");
}

std::string named_row(std::size_t number) { return named(row_mark, std::to_string(number)); }

}  // namespace treewright
