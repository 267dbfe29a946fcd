#include "treewright/export/rule_words_internal.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "treewright/export/display.h"

namespace treewright {

namespace {

/// "a", "a or b", "a, b or c"; with too many for the width "a, b or one of 12 others". A last one that is always named may follow.
std::string alternatives(std::vector<std::string> names, std::string_view word, std::size_t width, std::string_view last = "") {
    std::string text = names[0];
    if (!last.empty()) names.emplace_back(last);
    const std::size_t always = last.empty() ? 0 : 1;
    for (std::size_t i = 1; i < names.size(); ++i) {
        const std::size_t rest = names.size() - always - i;
        const bool is_full = names.size() - always > i + 1 && display_width(text) + display_width(names[i]) > width;
        if (is_full && last.empty()) return fmt::format("{} {} one of {} others", text, word, rest);
        if (is_full) return fmt::format("{}, one of {} others {} {}", text, rest, word, last);
        text += i + 1 == names.size() ? fmt::format(" {} ", word) : ", ";
        text += names[i];
    }
    return text;
}

/// "on or before" and "after" for days, "at most" and "above" for all that is counted.
struct BoundWords {
    std::string_view at_most;
    std::string_view above;
};
BoundWords words_for(ColumnType type) {
    if (type == ColumnType::date) return {"on or before", "after"};
    if (type == ColumnType::time) return {"at or before", "after"};
    return {"at most", "above"};
}

/// The one level of an ordered category that the bounds leave, if it is one.
std::optional<std::string> only_level(const RuleCondition& condition, const ColumnSchema& feature) {
    if (feature.type != ColumnType::ordered) return std::nullopt;
    const double last = static_cast<double>(feature.levels.size()) - 1.0;
    const double lowest = condition.above ? std::max(0.0, std::floor(*condition.above) + 1.0) : 0.0;
    const double highest = condition.at_most ? std::min(last, std::floor(*condition.at_most)) : last;
    if (lowest != highest || highest < 0.0) return std::nullopt;
    return shown_level(feature.levels[static_cast<std::size_t>(lowest)]);
}

std::string bounds_words(const RuleCondition& condition, const ColumnSchema& feature) {
    const BoundWords words = words_for(feature.type);
    if (!condition.known) return "";
    if (!condition.above && !condition.at_most) return "known";
    if (const auto level = only_level(condition, feature)) return *level;
    std::string text;
    if (condition.above) text = fmt::format("{} {}", words.above, value_text(feature, *condition.above));
    if (!condition.at_most) return text;
    return text + (text.empty() ? "" : " and ") + fmt::format("{} {}", words.at_most, value_text(feature, *condition.at_most));
}

std::vector<std::string> names_of(const ColumnSchema& feature, const std::vector<LevelCode>& levels, bool listed) {
    std::vector<std::string> names;
    for (std::size_t level = 0; level < feature.levels.size(); ++level) {
        const bool is_in = std::binary_search(levels.begin(), levels.end(), level_code(level));
        if (is_in == listed) names.push_back(shown_level(feature.levels[level]));
    }
    return names;
}

std::string levels_words(const RuleCondition& condition, const ColumnSchema& feature, std::size_t width) {
    if (condition.levels.empty()) return "";
    const std::size_t lacking = feature.levels.size() - condition.levels.size();
    if (lacking == 0) return "known";
    // A level that goes this way by default would be listed as one that does not.
    const bool by_lack = condition.levels.size() > 2 && lacking * 2 <= condition.levels.size() && !condition.missing &&
                         condition.default_levels.empty();
    if (!by_lack)
        return alternatives(names_of(feature, condition.levels, true), "or", width, condition.missing ? missing_word : "");
    const std::vector<std::string> names = names_of(feature, condition.levels, false);
    if (names.size() == 1) return "not " + names[0];
    return names.size() == 2 ? "neither " + alternatives(names, "nor", width) : "none of " + alternatives(names, "or", width);
}

}  // namespace

std::string condition_sentence(const RuleCondition& condition, const ColumnSchema& feature, std::size_t set_width) {
    std::string words =
        holds_values(feature.type) ? bounds_words(condition, feature) : levels_words(condition, feature, set_width);
    if (words.empty())
        words = missing_word;
    else if (condition.missing && holds_values(feature.type))
        words += fmt::format("{} or {}", condition.above && condition.at_most ? "," : "", missing_word);
    return shown_name(feature.name) + " is " + words;
}

std::string conditions_sentence(const Rule& rule, const Schema& schema, std::size_t set_width) {
    std::string text;
    const std::size_t count = rule.conditions.size();
    for (std::size_t i = 0; i < count; ++i) {
        const RuleCondition& condition = rule.conditions[i];
        if (i > 0) text += i + 1 < count ? ", " : count > 2 ? ", and " : " and ";
        text += condition_sentence(condition, schema.features[condition.feature], set_width);
    }
    return text;
}

}  // namespace treewright
