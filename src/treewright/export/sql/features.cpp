#include "treewright/export/sql/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/data/by_schema.h"
#include "treewright/data/date_parts.h"
#include "treewright/export/names.h"
#include "treewright/export/sql/sql_literals.h"

namespace treewright {

namespace {

constexpr double seconds_of_day = 86400.0;

std::vector<bool> asked_features(const Model& model) {
    std::vector<bool> asked(model.schema.features.size());
    for (const Node& node : model.tree.nodes)
        if (!node.is_leaf()) asked[node.feature] = true;
    for (const Surrogate& surrogate : model.tree.surrogates) asked[surrogate.feature] = true;
    return asked;
}

/// Days from 0001-01-01 to 9999-12-31: what all databases have on their calendars.
std::string calendar_day(const SqlRules& rules, const ColumnSchema& column, double day) {
    constexpr double first_day = -719162.0;
    constexpr double last_day = 2932896.0;
    if (!(day >= first_day && day <= last_day))
        throw input_error(
            fmt::format("'{}' is compared with {}, which is no date of the years 1 to 9999; {} cannot say it. Train with a "
                        "number in place of the date",
                        shown_name(column.name), number_text(day), rules.title));
    return date_text(day);
}

/// A second since 1970 with a fraction in ticks, with as many decimals as the database compares.
std::string moment_text(const SqlRules& rules, const ColumnSchema& column, double second, int ticks) {
    const double day = std::floor(second / seconds_of_day);
    const auto of_day = static_cast<int>(second - day * seconds_of_day);
    const int decimals = rules.ticks_per_second == 1e3 ? 3 : 6;
    return fmt::format("{} {:02}:{:02}:{:02}.{:0{}}", calendar_day(rules, column, day), of_day / 3600, of_day / 60 % 60, of_day % 60,
                       ticks, decimals);
}

/// The last moment that is read as a number at or below `seconds`. Doubles are further apart than ticks after the year 2255.
std::string last_moment(const SqlRules& rules, const ColumnSchema& column, double seconds) {
    const double second = std::floor(seconds);
    const int most = static_cast<int>(rules.ticks_per_second) - 1;
    const auto text_at = [&](int ticks) { return moment_text(rules, column, second, ticks); };
    int ticks = std::min(most, static_cast<int>((seconds - second) * rules.ticks_per_second));
    while (ticks < most && parse_time(text_at(ticks + 1)).value_or(seconds) <= seconds) ++ticks;
    while (ticks > 0 && parse_time(text_at(ticks)).value_or(seconds) > seconds) --ticks;
    return text_at(ticks);
}

/// The number of a weekday as text, since a part of a date is compared as a number.
std::vector<std::string> weekday_literal(const std::string& level) {
    constexpr std::array<std::string_view, 7> days = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                      "Thursday", "Friday", "Saturday"};
    const auto found = std::ranges::find(days, level);
    if (found == days.end()) return {};
    return {std::to_string(found - days.begin())};
}

std::vector<double> values_that_mean_missing(const ColumnSchema& column) {
    return column.reading.missing_words ? missing_values(column, *column.reading.missing_words) : std::vector<double>();
}

std::vector<std::vector<std::string>> level_literals(const SqlRules& rules, const ColumnSchema& column) {
    const std::vector<double> missing =
        column.type == ColumnType::ordered ? values_that_mean_missing(column) : std::vector<double>();
    const bool is_truth = holds_truth(column) && rules.truth_is_number;
    std::vector<std::vector<std::string>> literals;
    for (const std::string& level : column.levels) {
        const bool is_missing = std::ranges::find(missing, static_cast<double>(literals.size())) != missing.end();
        std::vector<std::string>& own = literals.emplace_back();
        if (is_missing) continue;
        if (column.reading.part_of)
            own = weekday_literal(level);
        else
            own.push_back(sql_text(rules, level));
        if (is_truth) own.emplace_back(level == "true" ? "1" : "0");
    }
    return literals;
}

/// A column of numbers, dates or times, NULL where its value is one that means missing.
std::string without_missing_values(const SqlRules& rules, const ColumnSchema& source, std::string value) {
    for (const double missing : values_that_mean_missing(source)) {
        if (!std::isfinite(missing)) continue;
        std::string literal;
        if (source.type == ColumnType::numeric)
            literal = rules.number(missing);
        else if (source.type == ColumnType::date)
            literal = rules.moment_literal(source.type, calendar_day(rules, source, std::floor(missing)));
        else
            literal = rules.moment_literal(source.type, last_moment(rules, source, missing));
        value = fmt::format("NULLIF({}, {})", value, literal);
    }
    return value;
}

}  // namespace

SqlFeatures::SqlFeatures(const Model& model, const SqlRules& rules) : rules_(rules), features_(model.schema.features.size()) {
    const std::vector<bool> asked = asked_features(model);
    const SourceColumns all = source_columns(model.schema.features);
    std::vector<bool> is_read(all.columns.size());
    for (std::size_t f = 0; f < asked.size(); ++f)
        if (asked[f]) is_read[all.of_feature[f]] = true;
    for (std::size_t i = 0; i < is_read.size(); ++i)
        if (is_read[i]) sources_.push_back(all.columns[i]);
    check_names();
    for (std::size_t f = 0; f < asked.size(); ++f)
        if (asked[f]) features_[f] = feature_of(model.schema.features[f], all.columns[all.of_feature[f]]);
}

std::vector<bool> SqlFeatures::asked() const {
    std::vector<bool> asked;
    for (const auto& feature : features_) asked.push_back(feature.has_value());
    return asked;
}

void SqlFeatures::check_names() const {
    std::map<std::string, const std::string*> taken;
    for (const ColumnSchema& source : sources_) {
        const auto [found, is_new] = taken.emplace(sql_folded_name(rules_, source.name), &source.name);
        if (is_new) continue;
        const std::string_view why = rules_.folding == NameFolding::none ? "only the first bytes of a name count"
                                                                         : "names that differ in case only are one";
        throw input_error(
            fmt::format("the columns {} and {} cannot both be in a table of {}, where {}; rename one and train again",
                        shown_name(*found->second), shown_name(source.name), rules_.title, why));
    }
}

SqlFeature SqlFeatures::feature_of(const ColumnSchema& column, const ColumnSchema& source) const {
    SqlFeature feature;
    feature.column = &column;
    feature.levels = level_literals(rules_, column);
    const std::string name = sql_name(rules_, source.name);
    const bool is_moment = source.type == ColumnType::date || source.type == ColumnType::time;
    if (!is_moment) {
        const bool has_levels = column.type != ColumnType::numeric;
        feature.kind = has_levels ? SqlFeatureKind::level : SqlFeatureKind::number;
        feature.may_hold_no_number = !has_levels;
        if (has_levels)
            feature.value = holds_truth(column) ? rules_.truth_value(name) : rules_.text_value(name);
        else
            feature.value = without_missing_values(rules_, source, name);
        feature.null_test = has_levels ? name : feature.value;
        return feature;
    }
    const std::string moment = without_missing_values(rules_, source, rules_.moment(source.type, name));
    if (!column.reading.part_of) {
        feature.kind = SqlFeatureKind::moment;
        feature.value = feature.null_test = moment;
        return feature;
    }
    feature.kind = column.type == ColumnType::categorical ? SqlFeatureKind::level : SqlFeatureKind::number;
    feature.value = rules_.date_part(column.reading.part_of->part, source.type, moment);
    feature.null_test = moment;
    return feature;
}

bool holds_truth(const ColumnSchema& column) {
    return column.type == ColumnType::categorical && !column.reading.part_of && !column.levels.empty() &&
           std::ranges::all_of(column.levels, [](const std::string& level) { return level == "false" || level == "true"; });
}

std::string sql_moment_after(const SqlRules& rules, const ColumnSchema& column, double threshold) {
    if (column.type == ColumnType::date)
        return rules.moment_literal(column.type, calendar_day(rules, column, std::floor(threshold) + 1.0));
    return rules.moment_literal(column.type, last_moment(rules, column, threshold));
}

}  // namespace treewright
