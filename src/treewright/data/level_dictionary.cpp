#include "treewright/data/level_dictionary.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "treewright/base/error.h"

namespace treewright {

namespace {

template <typename Word>
std::uint64_t load(const char* bytes) {
    Word word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

/// The first eight bytes, or all of a shorter text, without reading beyond it: the two loads may overlap.
std::uint64_t beginning_of(std::string_view text) {
    const char* const bytes = text.data();
    const std::size_t length = text.size();
    if (length >= 8) return load<std::uint64_t>(bytes);
    if (length >= 4) return load<std::uint32_t>(bytes) | load<std::uint32_t>(bytes + length - 4) << (8 * (length - 4));
    if (length == 0) return 0;
    return load<std::uint8_t>(bytes) | load<std::uint8_t>(bytes + length / 2) << (8 * (length / 2)) |
           load<std::uint8_t>(bytes + length - 1) << (8 * (length - 1));
}

}  // namespace

LevelDictionary::LevelDictionary(const std::vector<std::string>& levels) {
    for (const std::string& level : levels) code(level);
}

const LevelDictionary::Secret& LevelDictionary::secret_of_process() {
    static const Secret secret = [] {
        std::random_device device;
        const auto word = [&] { return std::uint64_t{device()} << 32U | device(); };
        return Secret{word(), word() | 1U};
    }();
    return secret;
}

LevelDictionary::Key LevelDictionary::key_of(std::string_view text) const {
    Key key = short_key(beginning_of(text), text.size());
    if (text.size() <= 8) return key;
    std::uint64_t hash = mixed(key.beginning ^ secret_.added, secret_.factor + text.size());
    for (std::size_t at = 8; at < text.size(); at += 8) hash = mixed(hash ^ beginning_of(text.substr(at, 8)), secret_.factor);
    key.hash = static_cast<std::uint32_t>(hash);
    return key;
}

std::int32_t LevelDictionary::add(const Key& key, std::string_view text) {
    check_invariant(levels_.size() < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
                    "too many levels for a code");
    if (2 * (levels_.size() + 1) > entries_.size()) enlarge();
    std::size_t at = key.hash & mask();
    while (entries_[at].code >= 0) at = (at + 1) & mask();
    const LevelCode code = level_code(levels_.size());
    entries_[at] = {key.beginning, key.length, code};
    levels_.emplace_back(text);
    return code;
}

void LevelDictionary::enlarge() {
    entries_.assign(std::max<std::size_t>(16, 2 * entries_.size()), {});
    for (std::size_t code = 0; code < levels_.size(); ++code) {
        const Key key = key_of(levels_[code]);
        std::size_t at = key.hash & mask();
        while (entries_[at].code >= 0) at = (at + 1) & mask();
        entries_[at] = {key.beginning, key.length, level_code(code)};
    }
}

std::vector<std::string> sort_levels(const LevelDictionary& dictionary, std::vector<LevelCode>& codes) {
    std::vector<bool> occurs(dictionary.size());
    for (const LevelCode code : codes)
        if (code >= 0) occurs[position_of(code)] = true;
    std::vector<std::size_t> order;
    for (std::size_t code = 0; code < dictionary.size(); ++code)
        if (occurs[code]) order.push_back(code);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return dictionary.level(a) < dictionary.level(b); });

    std::vector<std::string> levels;
    std::vector<std::int32_t> position(dictionary.size());
    for (const std::size_t code : order) {
        position[code] = level_code(levels.size());
        levels.push_back(dictionary.level(code));
    }
    for (LevelCode& code : codes)
        if (code >= 0) code = position[position_of(code)];
    return levels;
}

}  // namespace treewright
