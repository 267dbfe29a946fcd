#include "treewright/io/cells/missing_words.h"

#include <algorithm>

#include "treewright/io/cells/number_cell.h"

namespace treewright {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

MissingWords::MissingWords(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        std::string lowered(trimmed(word));  // fields are trimmed, so a word with blanks around it would never match
        std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
        if (lowered.empty()) continue;
        for (const bool decimal_comma : {false, true})
            hold_numbers_ |= parse_number(lowered, decimal_comma).fit != NumberFit::none;
        const char first = lowered[0];
        first_byte_[static_cast<unsigned char>(first)] = true;
        if (first >= 'a' && first <= 'z') first_byte_[static_cast<unsigned char>(first - 'a' + 'A')] = true;
        words_.push_back(std::move(lowered));
    }
}

bool MissingWords::contain_slowly(std::string_view text) const {
    return std::any_of(words_.begin(), words_.end(), [&](const std::string& word) {
        return word.size() == text.size() &&
               std::equal(word.begin(), word.end(), text.begin(), [](char in_word, char c) { return in_word == lower(c); });
    });
}

}  // namespace treewright
