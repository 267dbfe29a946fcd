#include "treewright/report/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/export/names.h"

namespace treewright {

namespace {

std::optional<double> parsed_value(const ColumnSchema& column, const std::string& text) {
    if (column.type == ColumnType::date) return parse_date(text);
    if (column.type == ColumnType::time) return parse_time(text);
    if (column.type == ColumnType::ordered) {
        const auto found = std::find(column.levels.begin(), column.levels.end(), text);
        return found == column.levels.end() ? std::nullopt : std::optional(static_cast<double>(found - column.levels.begin()));
    }
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

FeatureId find_feature(const TrainingSet& set, const std::string& name, const std::string& source) {
    std::vector<std::string> names;
    for (FeatureId i = 0; i < set.features.size(); ++i) {
        if (set.features[i].schema.name == name) return i;
        names.push_back(set.features[i].schema.name);
    }
    throw input_error(fmt::format("{} has no feature '{}': {}", source, name, nearest_or_first(name, names, "features")));
}

ThresholdWish threshold_wish(const TrainingSet& set, const ThresholdTexts& wish, const std::string& source) {
    ThresholdWish result;
    result.feature = find_feature(set, wish.column, source);
    const ColumnSchema& column = set.features[result.feature].schema;
    if (!holds_values(column.type))
        throw input_error(
            fmt::format("{}: '{}' is a category: {} takes a column of numbers", source, column.name, named("at")));
    for (const std::string& text : wish.thresholds) {
        const std::optional<double> threshold = parsed_value(column, text);
        if (!threshold)
            throw input_error(fmt::format("{}: '{}' is {}, but '{}' in {} is not one of its values", source, column.name,
                                          type_word(column.type), text, named("at")));
        result.thresholds.push_back(*threshold);
    }
    return result;
}

}  // namespace

TableDescription describe(const Table& table) {
    TableDescription description{table.rows, {}};
    for (const Column& column : table.columns) description.columns.push_back({column.schema, facts_of(column, {})});
    return description;
}

TargetGains target_gains(Table table, PrepareOptions options, const std::vector<ThresholdTexts>& thresholds, const Run& run) {
    for (const Column& column : table.columns) options.keep.push_back(column.schema.name);
    TargetGains gains;
    Messages said;
    gains.set = prepare(std::move(table), options, said);
    for (const Message& message : said.list())
        if (message.level == Message::Level::note) run.messages.add(message);
    for (const ThresholdTexts& wish : thresholds) gains.wishes.push_back(threshold_wish(gains.set, wish, options.source));
    gains.table = gain_table(gains.set, gains.wishes, run);
    return gains;
}

}  // namespace treewright
