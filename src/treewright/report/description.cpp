#include "treewright/report/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/value_json.h"
#include "treewright/export/wording.h"

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
    Messages messages;
    gains.set = prepare(std::move(table), options, messages);
    for (const Message& message : messages.list())
        if (message.level == Message::Level::note) run.messages.add(message);
    for (const ThresholdTexts& wish : thresholds) gains.wishes.push_back(threshold_wish(gains.set, wish, options.source));
    gains.table = gain_table(gains.set, gains.wishes, run);
    return gains;
}

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t widest_name = 28;
constexpr double fewest_counted = 4.0;    // two or three neighbouring integers are not enough
constexpr std::size_t widest_range = 42;  // two times with " to " between them stay whole

std::string values_text(const ColumnDescription& column, std::size_t room) {
    const ColumnFacts& facts = column.facts;
    if (facts.distinct == 0) return "no known value";
    if (!holds_values(column.schema.type)) return class_counts_text(column.schema.levels, facts.level_weights, no_class, room);
    std::string text = value_text(column.schema, facts.lowest);
    if (facts.distinct > 1) text += fmt::format(" to {}", value_text(column.schema, facts.highest));
    if (facts.distinct > 1 && column.schema.type == ColumnType::numeric)
        text += fmt::format(", mean {}", figure_text(facts.mean));
    return shortened(text, std::max(room, widest_range));
}

std::optional<std::string> remark_on(const ColumnDescription& column, const DescriptionStyle& style) {
    const ColumnFacts& facts = column.facts;
    const std::string& name = column.schema.name;
    if (facts.is_constant) return fmt::format("'{}' is constant: it cannot separate any rows", name);
    if (facts.looks_like_identifier && style.weighted)
        return fmt::format("'{}' looks like an identifier: {} '{}' leaves it out (train keeps it if weights make it repeat)",
                           name, style.spelling({"ignore"}), name);
    if (facts.looks_like_identifier)
        return fmt::format("'{}' looks like an identifier: train leaves it out ({} '{}' keeps it)", name,
                           style.spelling({"categorical"}), name);
    if (const auto remark = remark_on_words(name, facts)) return spelled(*remark, style.spelling);
    if (facts.counts_rows && facts.known >= fewest_counted)
        return fmt::format("'{}' is a row number: {} '{}' leaves it out", name, style.spelling({"ignore"}), name);
    return std::nullopt;
}

std::size_t widest(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, display_width(row[column]));
    return width;
}

std::string columns_text(const std::vector<ColumnDescription>& columns, const TextStyle& style) {
    std::vector<std::vector<std::string>> rows{{"column", "type", "missing", "distinct"}};
    for (const auto& [schema, facts] : columns)
        rows.push_back({shortened(shown_name(schema.name), widest_name), std::string(type_word(schema.type)),
                        count_text(facts.missing), std::to_string(facts.distinct)});
    std::size_t used = 0;
    for (std::size_t column = 0; column < 4; ++column) used += widest(rows, column) + 2;
    const std::size_t room = std::max<std::size_t>(style.width, used + 20) - used;
    rows[0].emplace_back("values");
    for (std::size_t i = 0; i < columns.size(); ++i) rows[i + 1].push_back(values_text(columns[i], room));
    using enum TextTable::Align;
    TextTable page({left, left, right, right, left});
    for (auto& row : rows) page.add_row(std::move(row));
    return page.text(0, style.width);
}

}  // namespace

std::string description_text(const TableDescription& description, const DescriptionStyle& style) {
    std::string text = fmt::format("{}, {}\n\n", printable(style.heading), counted(description.columns.size(), "column")) +
                       columns_text(description.columns, style.text);
    std::string remarks;
    for (const ColumnDescription& column : description.columns)
        if (const auto remark = remark_on(column, style)) remarks += wrapped(printable(*remark), style.text.width, 2) + "\n";
    if (!remarks.empty()) text += '\n' + remarks;
    if (const auto& gains = description.gains)
        text += '\n' + gain_table_text(gains->set, gains->wishes, gains->table, style.text);
    return text;
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

void write_column(JsonWriter& json, const ColumnSchema& column, const ColumnFacts& facts) {
    json.begin_object();
    json.member("name", column.name);
    json.member("type", type_word(column.type));
    json.member("missing", facts.missing);
    json.member("distinct", facts.distinct);
    if (!holds_values(column.type)) {
        write_counts(json, column.levels, facts.level_weights);
    } else if (facts.distinct > 0) {
        json.key("lowest");
        write_value(json, column, facts.lowest);
        json.key("highest");
        write_value(json, column, facts.highest);
        if (column.type == ColumnType::numeric) json.member("mean", facts.mean);
    }
    json.member("constant", facts.is_constant);
    json.member("identifier", facts.looks_like_identifier);
    json.member("counts_rows", facts.counts_rows);
    json.end_object();
}

}  // namespace

std::string description_json(const TableDescription& description, const std::string& file) {
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::indented);
    json.begin_object();
    json.member("file", file);
    json.member("rows", description.rows);
    json.key("columns");
    json.begin_array();
    for (const auto& [schema, facts] : description.columns) write_column(json, schema, facts);
    json.end_array();
    if (const auto& gains = description.gains) {
        json.key("gains");
        write_gain_table(json, gains->set, gains->wishes, gains->table);
    }
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
