#include "cli/flags/verb_description.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace treewright::cli {

namespace {

std::vector<std::string> parts_of(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

bool is_word(const std::string& text) {
    const auto fits = [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-'; };
    return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

}  // namespace

std::vector<std::string> names_of(const DescribedOption& option) { return parts_of(option.names, ','); }

std::vector<std::string> choices_of(const DescribedOption& option) {
    if (!option.choices.empty()) return option.choices;
    std::vector<std::string> choices = parts_of(option.value, '|');
    const bool is_closed = choices.size() > 1 && std::all_of(choices.begin(), choices.end(), is_word);
    return is_closed ? choices : std::vector<std::string>();
}

bool takes_file(const DescribedOption& option) { return option.value.find("FILE") != std::string::npos || option.value == "DATA"; }

}  // namespace treewright::cli
