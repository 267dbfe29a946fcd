#include "treewright/io/level_dictionary.h"

#include <algorithm>
#include <limits>

#include "treewright/base/error.h"

namespace treewright {

LevelDictionary::LevelDictionary(const std::vector<std::string>& levels) {
    for (const std::string& level : levels) code(level);
}

std::int32_t LevelDictionary::code(std::string_view text) {
    if (const auto found = codes_.find(text); found != codes_.end()) return found->second;
    check_invariant(levels_.size() < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
                    "too many levels for a code");
    const auto [entry, added] = codes_.emplace(text, static_cast<std::int32_t>(levels_.size()));
    levels_.push_back(&entry->first);
    return entry->second;
}

std::int32_t LevelDictionary::find(std::string_view text) const {
    const auto found = codes_.find(text);
    return found == codes_.end() ? -1 : found->second;
}

std::vector<std::string> sort_levels(const LevelDictionary& dictionary, std::vector<std::int32_t>& codes) {
    std::vector<bool> occurs(dictionary.size());
    for (const std::int32_t code : codes)
        if (code >= 0) occurs[static_cast<std::size_t>(code)] = true;
    std::vector<std::size_t> order;
    for (std::size_t code = 0; code < dictionary.size(); ++code)
        if (occurs[code]) order.push_back(code);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return dictionary.level(a) < dictionary.level(b); });

    std::vector<std::string> levels;
    std::vector<std::int32_t> position(dictionary.size());
    for (const std::size_t code : order) {
        position[code] = static_cast<std::int32_t>(levels.size());
        levels.push_back(dictionary.level(code));
    }
    for (std::int32_t& code : codes)
        if (code >= 0) code = position[static_cast<std::size_t>(code)];
    return levels;
}

}  // namespace treewright
