#include "treewright/export/sql/questions.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/error.h"

namespace treewright {

namespace {

using Pieces = std::vector<std::string>;

std::string truth_word(const SqlRules& rules, bool value) { return std::string(value ? rules.true_word : rules.false_word); }

SqlCondition constant(const SqlRules& rules, bool value) { return {{truth_word(rules, value)}}; }

void append(Pieces& pieces, const Pieces& more) { pieces.insert(pieces.end(), more.begin(), more.end()); }

/// "value IN ('a',", "'b')"; one level is compared by itself.
Pieces among(const std::string& value, const std::vector<std::string>& levels, bool is_in) {
    if (levels.size() == 1) return {fmt::format("{} {} {}", value, is_in ? "=" : "<>", levels.front())};
    Pieces pieces;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::string_view end = i + 1 < levels.size() ? "," : ")";
        pieces.push_back(i == 0 ? fmt::format("{} {} ({}{}", value, is_in ? "IN" : "NOT IN", levels[i], end)
                                : fmt::format("{}{}", levels[i], end));
    }
    return pieces;
}

SqlCondition or_null(Pieces pieces, const SqlFeature& feature) {
    pieces.push_back(fmt::format("OR {} IS NULL", feature.null_test));
    return {std::move(pieces), true};
}

/// All levels but those of the list, and NULL.
SqlCondition unless_among(const SqlRules& rules, const SqlFeature& feature, const std::vector<std::string>& levels) {
    return levels.empty() ? constant(rules, true) : or_null(among(feature.value, levels, false), feature);
}

SqlCondition if_among(const SqlRules& rules, const std::string& value, const std::vector<std::string>& levels) {
    return levels.empty() ? constant(rules, false) : SqlCondition{among(value, levels, true)};
}

/// NULL for what is in neither list.
SqlCondition by_lists(const SqlRules& rules, const std::string& value, const std::vector<std::string>& here,
                      const std::vector<std::string>& elsewhere) {
    SqlCondition condition{{"CASE"}};
    for (const bool is_here : {true, false}) {
        const std::vector<std::string>& levels = is_here ? here : elsewhere;
        if (levels.empty()) continue;
        condition.pieces.emplace_back("WHEN");
        append(condition.pieces, among(value, levels, true));
        condition.pieces.emplace_back("THEN " + truth_word(rules, is_here));
    }
    condition.pieces.emplace_back("END");
    return condition.pieces.size() == 2 ? SqlCondition{{"NULL"}} : condition;
}

std::vector<std::string> known_levels(const SqlFeature& feature) {
    std::vector<std::string> levels;
    for (const auto& level : feature.levels) append(levels, level);
    return levels;
}

}  // namespace

std::vector<std::uint32_t> next_steps(const LoweredStep& step) {
    std::vector<std::uint32_t> steps(step.test.by_level.begin(), step.test.by_level.end());
    if (step.test.split.kind != SplitKind::multiway) steps = {step.test.yes, step.test.no};
    if (std::ranges::find(steps, step.when_missing) == steps.end()) steps.push_back(step.when_missing);
    return steps;
}

SqlCondition SqlQuestions::goes_to(const LoweredStep& step, std::uint32_t target) const {
    check_invariant(step.when_missing == step.when_unseen, "SQL treats unseen levels as missing values");
    const FeatureId feature = step.test.split.feature;
    if (step.test.split.kind == SplitKind::is_missing) return step.test.yes == target ? is_missing(feature) : is_known(feature);
    const bool has_default = !step.refuses_missing && step.parts.empty();
    const bool is_default = has_default && step.when_missing == target;
    if (step.surrogates.empty() || !has_default)
        return leads_to(step.test, target, step.when_absent, is_default ? IfMissing::is_true : IfMissing::not_true);
    SqlCondition condition;
    const auto add = [&](std::string_view before, SqlCondition part) {
        part.pieces.front().insert(0, before);
        part.pieces.back() += ",";
        append(condition.pieces, part.pieces);
    };
    add("COALESCE(", leads_to(step.test, target, step.when_absent, IfMissing::is_null));
    for (const LoweredTest& surrogate : step.surrogates) {
        constexpr std::uint32_t undecided = 0;  // no step leads back to the root
        add("", leads_to(surrogate, target, undecided, IfMissing::is_null));
    }
    condition.pieces.emplace_back(truth_word(rules_, is_default) + ")");
    return condition;
}

SqlCondition SqlQuestions::leads_to(const LoweredTest& test, std::uint32_t target, std::uint32_t when_absent,
                                    IfMissing if_missing) const {
    const SqlFeature& feature = features_.at(test.split.feature);
    if (feature.kind != SqlFeatureKind::level) {
        const bool below = test.yes == target;
        return feature.kind == SqlFeatureKind::number ? number_question(feature, test, below, if_missing)
                                                      : moment_question(feature, test, below, if_missing);
    }
    const Levels levels = levels_of(feature, test, target, when_absent);
    switch (if_missing) {
        case IfMissing::not_true: return if_among(rules_, feature.value, levels.here);
        case IfMissing::is_true: return unless_among(rules_, feature, levels.elsewhere);
        case IfMissing::is_null: return by_lists(rules_, feature.value, levels.here, levels.elsewhere);
    }
    return {};
}

/// What is not a number sorts above all numbers, which the shortest forms make use of.
SqlCondition SqlQuestions::number_question(const SqlFeature& feature, const LoweredTest& test, bool below,
                                           IfMissing if_missing) const {
    const std::string& value = feature.value;
    const std::string compared = fmt::format("{} {}", below ? "<=" : ">", rules_.number(test.split.threshold));
    const std::string question = fmt::format("{} {}", value, compared);
    const bool only_null = !feature.may_hold_no_number;
    switch (if_missing) {
        case IfMissing::is_null:
            if (only_null) return {{question}};
            return {{fmt::format("NULLIF({}, {}) {}", value, rules_.no_number, compared)}};
        case IfMissing::not_true:
            if (below || only_null) return {{question}};
            return {{question, fmt::format("AND {} <> {}", value, rules_.no_number)}};
        case IfMissing::is_true:
            if (!below || only_null) return or_null({question}, feature);
            return or_null({question, fmt::format("OR {} = {}", value, rules_.no_number)}, feature);
    }
    return {};
}

SqlCondition SqlQuestions::moment_question(const SqlFeature& feature, const LoweredTest& test, bool below,
                                           IfMissing if_missing) const {
    const bool is_date = feature.column->type == ColumnType::date;
    const std::string_view compared = is_date ? (below ? "<" : ">=") : (below ? "<=" : ">");
    const std::string literal = sql_moment_after(rules_, *feature.column, test.split.threshold);
    const std::string question = fmt::format("{} {} {}", feature.value, compared, literal);
    return if_missing == IfMissing::is_true ? or_null({question}, feature) : SqlCondition{{question}};
}

SqlQuestions::Levels SqlQuestions::levels_of(const SqlFeature& feature, const LoweredTest& test, std::uint32_t target,
                                             std::uint32_t when_absent) const {
    Levels levels;
    const bool is_ordered = holds_values(feature.column->type);
    for (std::size_t i = 0; i < feature.levels.size(); ++i) {
        if (feature.levels[i].empty()) continue;
        const auto by_test = is_ordered ? step_by_test(test, static_cast<double>(i)) : step_by_test(test, level_code(i));
        const std::uint32_t next = by_test.value_or(when_absent);
        if (next == 0) continue;
        append(next == target ? levels.here : levels.elsewhere, feature.levels[i]);
    }
    return levels;
}

SqlCondition SqlQuestions::is_missing(FeatureId number) const {
    const SqlFeature& feature = features_.at(number);
    if (feature.kind == SqlFeatureKind::level) return unless_among(rules_, feature, known_levels(feature));
    if (!feature.may_hold_no_number) return {{feature.null_test + " IS NULL"}};
    return or_null({fmt::format("{} = {}", feature.value, rules_.no_number)}, feature);
}

SqlCondition SqlQuestions::is_known(FeatureId number) const {
    const SqlFeature& feature = features_.at(number);
    if (feature.kind == SqlFeatureKind::level) return if_among(rules_, feature.value, known_levels(feature));
    if (!feature.may_hold_no_number) return {{feature.null_test + " IS NOT NULL"}};
    return {{fmt::format("{} <> {}", feature.value, rules_.no_number)}};
}

}  // namespace treewright
