#include "treewright/data/level_spelling.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "treewright/base/positions.h"
#include "treewright/data/level_dictionary.h"

namespace treewright {

namespace {

bool is_between(std::uint32_t point, std::uint32_t first, std::uint32_t last) { return point >= first && point <= last; }

/// The lower case of a letter below U+0800, where a letter and its lower case take two bytes of UTF-8.
std::uint32_t lower_case(std::uint32_t point) {
    const bool even = point % 2 == 0;
    if (is_between(point, 0xC0, 0xDE)) return point == 0xD7 ? point : point + 32;
    if (is_between(point, 0x100, 0x137) || is_between(point, 0x14A, 0x177)) return even && point != 0x130 ? point + 1 : point;
    if (is_between(point, 0x139, 0x148) || is_between(point, 0x179, 0x17E)) return even ? point : point + 1;
    if (point == 0x178) return 0xFF;
    if (point == 0x386) return 0x3AC;
    if (is_between(point, 0x388, 0x38A)) return point + 37;
    if (point == 0x38C) return 0x3CC;
    if (is_between(point, 0x38E, 0x38F)) return point + 63;
    if (is_between(point, 0x391, 0x3AB) && point != 0x3A2) return point + 32;
    if (point == 0x3C2) return 0x3C3;  // sigma at the end of a word
    if (is_between(point, 0x400, 0x40F)) return point + 80;
    if (is_between(point, 0x410, 0x42F)) return point + 32;
    if (is_between(point, 0x460, 0x481) || is_between(point, 0x48A, 0x4BF) || is_between(point, 0x4D0, 0x52F))
        return even ? point + 1 : point;
    return point;
}

bool is_blank(char c) { return c == ' ' || is_between(static_cast<unsigned char>(c), 0x09, 0x0D); }

/// Takes the letter at the beginning off the text and appends it in lower case. A blank is a space, but not after another.
void fold_letter(std::string_view& text, std::string& result) {
    constexpr std::string_view no_break_space = "\xC2\xA0";
    const auto first = static_cast<unsigned char>(text[0]);
    const bool has_two_bytes = (first & 0xE0U) == 0xC0 && text.size() > 1;
    if (is_blank(text[0]) || text.starts_with(no_break_space)) {
        if (!result.empty() && result.back() != ' ') result += ' ';
    } else if (has_two_bytes) {
        const std::uint32_t point = lower_case(((first & 0x1FU) << 6U) | (static_cast<unsigned char>(text[1]) & 0x3FU));
        result += static_cast<char>(0xC0U | (point >> 6U));
        result += static_cast<char>(0x80U | (point & 0x3FU));
    } else {
        result += is_between(first, 'A', 'Z') ? static_cast<char>(first - 'A' + 'a') : text[0];
    }
    text.remove_prefix(has_two_bytes ? 2 : 1);
}

}  // namespace

std::string folded(std::string_view text) {
    std::string result;
    while (!text.empty()) fold_letter(text, result);
    if (result.ends_with(' ')) result.pop_back();
    return result;
}

LevelFinder::LevelFinder(const ColumnSchema& schema) : folds_case_(schema.reading.folds_case) {
    for (std::size_t i = 0; i < schema.levels.size(); ++i)
        codes_.emplace(folds_case_ ? folded(schema.levels[i]) : schema.levels[i], level_code(i));
}

LevelCode LevelFinder::find(std::string_view text) const {
    const auto found = codes_.find(folds_case_ ? folded(text) : std::string(text));
    return found == codes_.end() ? unseen_code : found->second;
}

void fold_case(Column& column) {
    column.schema.reading.folds_case = true;
    if (column.has_values()) return;
    const std::vector<std::string>& levels = column.schema.levels;
    std::vector<std::size_t> rows(levels.size());
    for (const LevelCode code : column.codes)
        if (code >= 0) ++rows[position_of(code)];
    LevelDictionary groups;
    std::vector<LevelCode> group_of;
    std::vector<std::size_t> best;  // of each group the position of its name; levels come in the order of their bytes
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const LevelCode group = groups.code(folded(levels[i]));
        group_of.push_back(group);
        if (position_of(group) == best.size()) best.push_back(i);
        if (rows[i] > rows[best[position_of(group)]]) best[position_of(group)] = i;
    }
    if (best.size() == levels.size()) return;
    std::vector<std::string> names;
    for (const std::size_t level : best) names.push_back(levels[level]);
    for (LevelCode& code : column.codes)
        if (code >= 0) code = group_of[position_of(code)];
    column.schema.levels = sort_levels(LevelDictionary(names), column.codes);
}

SpellingVariants spelling_variants(const std::vector<std::string>& levels) {
    LevelDictionary groups;
    std::vector<std::vector<std::size_t>> spellings;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::size_t group = position_of(groups.code(folded(levels[i])));
        if (group == spellings.size()) spellings.emplace_back();
        spellings[group].push_back(i);
    }
    SpellingVariants variants;
    for (const auto& group : spellings) {
        if (group.size() < 2) continue;
        if (variants.levels++ == 0)
            for (const std::size_t level : group) variants.first.push_back(levels[level]);
    }
    return variants;
}

}  // namespace treewright
