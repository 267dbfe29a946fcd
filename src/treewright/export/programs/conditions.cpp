#include "treewright/export/programs/conditions.h"

#include <cmath>

#include "treewright/base/error.h"
#include "treewright/export/programs/literals.h"

namespace treewright {

namespace {
constexpr std::size_t most_listed_levels = 8;
constexpr std::string_view next_line = "\n";
}  // namespace

std::vector<bool> levels_to_yes(const LoweredStep& step, std::size_t levels) {
    std::vector<bool> result(levels, step.when_absent == step.test.yes);
    for (const LevelCode code : step.test.split.left_levels) result[position_of(code)] = true;
    for (const LevelCode code : step.test.split.right_levels) result[position_of(code)] = false;
    return result;
}

std::string Conditions::goes_yes(const LoweredStep& step) const {
    const bool missing_goes_yes = step.when_missing == step.test.yes;
    const bool unseen_goes_yes = step.when_unseen == step.test.yes;
    const bool is_value = program_.feature(step.test.split.feature).is_value();
    if (step.test.split.kind == SplitKind::is_missing) return own_test(step, Unknown::any);
    if (step.surrogates.empty() && (is_value || missing_goes_yes == unseen_goes_yes))
        return own_test(step, missing_goes_yes ? Unknown::yes : Unknown::no);
    std::string text = without_surrogate(step);
    for (std::size_t i = step.surrogates.size(); i-- > 0;) {
        const LoweredTest& surrogate = step.surrogates[i];
        text = syntax_.chosen(is_decided(surrogate), surrogate_test(surrogate, step.test.yes), std::string(next_line) + text);
    }
    return syntax_.chosen(is_known(step.test.split.feature), own_test(step, Unknown::any), std::string(next_line) + text);
}

std::string Conditions::known_goes_yes(const LoweredStep& step) const { return own_test(step, Unknown::any); }

std::string Conditions::is_unknown(FeatureId number) const {
    const ProgramFeature& feature = program_.feature(number);
    return feature.is_value() ? syntax_.is_nan(feature.field) : feature.field + " < 0";
}

std::string Conditions::is_known(FeatureId number) const {
    const ProgramFeature& feature = program_.feature(number);
    return feature.is_value() ? syntax_.is_number(feature.field) : feature.field + " >= 0";
}

std::string Conditions::without_surrogate(const LoweredStep& step) const {
    const std::string missing = syntax_.truth(step.when_missing == step.test.yes);
    const std::string unseen = syntax_.truth(step.when_unseen == step.test.yes);
    const ProgramFeature& feature = program_.feature(step.test.split.feature);
    if (feature.is_value() || missing == unseen) return missing;
    return syntax_.chosen(feature.field + syntax_.equal() + "-1", missing, unseen);
}

std::string Conditions::own_test(const LoweredStep& step, Unknown unknown) const {
    const SplitView& split = step.test.split;
    if (split.kind == SplitKind::is_missing) return is_unknown(split.feature);
    if (split.kind == SplitKind::threshold) return threshold_text(step.test, true, unknown);
    check_invariant(split.kind == SplitKind::subset, "only a question with two branches is a condition");
    Sides sides;
    const std::vector<bool> goes_yes = levels_to_yes(step, program_.feature(split.feature).column->levels.size());
    for (std::size_t level = 0; level < goes_yes.size(); ++level)
        (goes_yes[level] ? sides.yes : sides.no).push_back(level_code(level));
    return level_text(split.feature, sides, unknown);
}

/// Of a row that the surrogate can decide on: whether it sends it to the step `yes`.
std::string Conditions::surrogate_test(const LoweredTest& surrogate, std::uint32_t yes) const {
    const SplitView& split = surrogate.split;
    const bool is_same_way = surrogate.yes == yes;
    if (split.kind == SplitKind::threshold) return threshold_text(surrogate, is_same_way, Unknown::any);
    Sides sides{{split.left_levels.begin(), split.left_levels.end()}, {split.right_levels.begin(), split.right_levels.end()}};
    if (!is_same_way) std::swap(sides.yes, sides.no);
    return level_text(split.feature, sides, Unknown::any);
}

std::string Conditions::is_decided(const LoweredTest& surrogate) const {
    const SplitView& split = surrogate.split;
    if (split.kind == SplitKind::threshold) return is_known(split.feature);
    std::vector<bool> has_side(program_.feature(split.feature).column->levels.size(), false);
    for (const LevelCode code : split.left_levels) has_side[position_of(code)] = true;
    for (const LevelCode code : split.right_levels) has_side[position_of(code)] = true;
    Sides sides;
    for (std::size_t level = 0; level < has_side.size(); ++level)
        (has_side[level] ? sides.yes : sides.no).push_back(level_code(level));
    return sides.no.empty() ? is_known(split.feature) : level_text(split.feature, sides, Unknown::no);
}

std::string Conditions::threshold_literal(const ProgramFeature& feature, double threshold) const {
    const double rank = std::floor(threshold);
    const bool is_rank = feature.column->type == ColumnType::ordered && !feature.constants.empty() && rank >= 0.0 &&
                         rank < static_cast<double>(feature.constants.size());
    return is_rank ? syntax_.level(feature, static_cast<LevelCode>(rank)) : double_literal(threshold);
}

/// Comparisons with NaN are false.
std::string Conditions::threshold_text(const LoweredTest& test, bool below, Unknown unknown) const {
    const ProgramFeature& feature = program_.feature(test.split.feature);
    const std::string threshold = threshold_literal(feature, test.split.threshold);
    if (unknown == Unknown::yes) return syntax_.negated(feature.field + (below ? " > " : " <= ") + threshold);
    return feature.field + (below ? " <= " : " > ") + threshold;
}

std::string Conditions::level_text(FeatureId number, const Sides& sides, Unknown unknown) const {
    const std::string& variable = program_.feature(number).field;
    const bool few_yes = sides.yes.size() <= most_listed_levels;
    const bool few_no = sides.no.size() <= most_listed_levels;
    if (sides.yes.empty()) return unknown == Unknown::yes ? variable + " < 0" : syntax_.truth(false);
    if (sides.no.empty()) return unknown == Unknown::no ? variable + " >= 0" : syntax_.truth(true);
    const bool prefers_no = few_no && (!few_yes || sides.no.size() < sides.yes.size());
    if (unknown == Unknown::yes) {
        if (few_no) return listed(number, sides.no, false);
        return few_yes ? variable + " < 0" + std::string(syntax_.either()) + listed(number, sides.yes, true)
                       : syntax_.negated(in_set(number, sides.no));
    }
    if (few_yes && (!prefers_no || unknown == Unknown::no)) return listed(number, sides.yes, true);
    if (!few_no) return in_set(number, sides.yes);
    const std::string others = listed(number, sides.no, false);
    return unknown == Unknown::any ? others : variable + " >= 0" + std::string(syntax_.both()) + others;
}

/// x == A || x == B, or x != A && x != B.
std::string Conditions::listed(FeatureId number, const std::vector<LevelCode>& levels, bool equal) const {
    const ProgramFeature& feature = program_.feature(number);
    std::string text;
    for (const LevelCode code : levels) {
        if (!text.empty()) text += equal ? syntax_.either() : syntax_.both();
        text += feature.field + (equal ? syntax_.equal() : syntax_.unequal()) + syntax_.level(feature, code);
    }
    return text;
}

std::string Conditions::in_set(FeatureId number, const std::vector<LevelCode>& levels) const {
    const ProgramFeature& feature = program_.feature(number);
    return syntax_.in_set(feature.field, sets_.add(levels, feature.column->levels.size()));
}

}  // namespace treewright
