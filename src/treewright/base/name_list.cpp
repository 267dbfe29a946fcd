#include "treewright/base/name_list.h"

#include <optional>

namespace treewright {

namespace {

/// What stands between the quote at `at` and the one that closes it, with `at` moved behind that; nothing if none closes it.
std::optional<std::string> quoted_text(const std::string& text, std::size_t& at) {
    std::string inside;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        const bool quote = text[i] == '"';
        const bool doubled = quote && i + 1 < text.size() && text[i + 1] == '"';
        if (quote && !doubled) return at = i + 1, inside;
        inside += text[i];
        if (doubled) ++i;
    }
    return std::nullopt;
}

std::string as_one_name(const std::string& name) {
    // A quote at the beginning would find its end in the next name.
    if (!name.starts_with('"') && split_names(name) == std::vector{name}) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

}  // namespace

std::vector<std::string> split_names(const std::string& text) {
    std::vector<std::string> names(1);
    for (std::size_t i = 0, begin = 0; i < text.size();) {
        if (i == begin && text[i] == '"') {
            // A quote that never closes belongs to the name: a word of the parameter na may be a lone quote.
            if (const auto quoted = quoted_text(text, i)) {
                names.back() = *quoted;
                begin = std::string::npos;  // what follows is taken as it is: "a,b"=2 of the parameter class-weight
                continue;
            }
        }
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
            names.back() += ',', i += 2;
        } else if (text[i] == ',') {
            names.emplace_back(), begin = ++i;
        } else {
            names.back() += text[i++];
        }
    }
    return names;
}

std::string joined_names(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ",") + as_one_name(names[i]);
    return text;
}

}  // namespace treewright
