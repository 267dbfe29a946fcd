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
#include "treewright/training/telling_features.h"

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

ThresholdWish threshold_wish(const TrainingSet& set, const AskedThresholds& wish, const std::string& source) {
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
    for (const Column& column : table.columns)
        description.columns.push_back({column.schema, facts_of(column, {}),
                                       column.has_values() ? quartiles_of(column) : std::nullopt, far_codes_in(column)});
    return description;
}

TargetGains target_gains(Table table, PrepareOptions options, const std::vector<AskedThresholds>& thresholds, const Run& run) {
    for (const Column& column : table.columns) options.keep.push_back(column.schema.name);
    options.describes_columns = true;
    TargetGains gains;
    gains.set = prepare(std::move(table), options, run.messages);
    for (const AskedThresholds& wish : thresholds) gains.wishes.push_back(threshold_wish(gains.set, wish, options.source));
    gains.table = gain_table(gains.set, gains.wishes, run);
    if (const auto features = telling_features(gains.set); !features.empty())
        run.messages.warn(leak_warning(gains.set, features));
    return gains;
}

// --- as text -----------------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t usual_name = 28;     // columns that a name may take if the page is narrow
constexpr std::size_t least_values = 20;   // columns that the values may take in any case
constexpr std::size_t page_values = 90;    // the same in a page of HTML
constexpr std::size_t uncut_values = 200;  // the same where lines may be longer than the page
constexpr double fewest_counted = 4.0;     // two or three neighbouring integers are not enough

/// The range, then the mean and the median if there is room.
std::string values_text(const ColumnDescription& column, std::size_t room) {
    const ColumnFacts& facts = column.facts;
    if (facts.distinct == 0) return "no known value";
    if (!holds_values(column.schema.type)) return class_counts_text(column.schema.levels, facts.level_weights, no_class, room);
    std::string text = value_text(column.schema, facts.lowest);
    if (facts.distinct < 2) return text;
    text += fmt::format(" to {}", value_text(column.schema, facts.highest));
    const auto add = [&](const std::string& piece) {
        if (display_width(text) + display_width(piece) <= room) text += piece;
    };
    if (column.schema.type == ColumnType::numeric) text += fmt::format(", mean {}", figure_text(facts.mean));
    if (column.quartiles) add(fmt::format(", median {}", value_text(column.schema, (*column.quartiles)[1])));
    return text;
}

std::optional<std::string> remark_on(const ColumnDescription& column, std::size_t rows, const DescriptionStyle& style) {
    const ColumnFacts& facts = column.facts;
    const std::string& name = column.schema.name;
    if (rows == 0) return std::nullopt;
    if (name == style.target && facts.looks_like_identifier)
        return fmt::format("'{}', the target, has {} classes in {} rows: is it a number, or the wrong column?", name,
                           facts.distinct, number_text(facts.known));
    if (name == style.target && facts.counts_rows) return std::nullopt;
    if (facts.distinct == 0) return fmt::format("'{}' has no known value: it cannot separate any rows", name);
    if (facts.is_constant) return fmt::format("'{}' is constant: it cannot separate any rows", name);
    if (const auto remark = remark_on_words(name, facts)) return spelled(*remark, style.spelling);
    if (facts.looks_like_identifier && style.weighted)
        return fmt::format("'{}' looks like an identifier: {} '{}' leaves it out (train keeps it if weights make it repeat)",
                           name, style.spelling({"ignore"}), name);
    if (facts.looks_like_identifier)
        return fmt::format("'{}' looks like an identifier: train leaves it out ({} '{}' keeps it)", name,
                           style.spelling({"categorical"}), name);
    if (const auto remark = remark_on_spellings(name, facts.variants)) return spelled(*remark, style.spelling);
    if (!column.far_codes.empty()) return spelled(remark_on_codes(name, column.far_codes), style.spelling);
    if (facts.has_rare_levels && !facts.looks_like_identifier)
        return fmt::format("'{}' has fewer than three rows per level: if it names the rows, {} '{}' leaves it out", name,
                           style.spelling({"ignore"}), name);
    if (facts.counts_rows && numbers_all_rows({facts.lowest, facts.highest}, rows) && !style.weighted)
        return fmt::format("'{}' is a row number: train leaves it out ({} '{}' keeps it)", name, style.spelling({"numeric"}),
                           name);
    if (facts.counts_rows && facts.known >= fewest_counted)
        return fmt::format("'{}' is a row number: {} '{}' leaves it out", name, style.spelling({"ignore"}), name);
    return std::nullopt;
}

std::size_t widest(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, display_width(row[column]));
    return width;
}

/// Whole where the page is wide enough, else shortened so that all of them differ.
std::vector<std::string> fitted_names(const std::vector<ColumnDescription>& columns, const TextStyle& style,
                                      std::size_t needed_elsewhere) {
    std::vector<std::string> names;
    for (const ColumnDescription& column : columns) names.push_back(shown_name(column.schema.name));
    if (!style.cuts) return names;
    const std::size_t room = std::max(usual_name, style.width - std::min(style.width, needed_elsewhere));
    std::vector<std::string> fitted;
    for (const std::string& name : names) fitted.push_back(shortened_among(name, room, names));
    return fitted;
}

std::string columns_text(const std::vector<ColumnDescription>& columns, const TextStyle& style) {
    std::vector<std::vector<std::string>> rows{{"column", "type", "missing", "distinct"}};
    for (const ColumnDescription& column : columns)
        rows.push_back({"", std::string(type_word(column.schema.type)), count_text(column.facts.missing),
                        std::to_string(column.facts.distinct)});
    std::size_t used = 2;
    for (std::size_t column = 1; column < 4; ++column) used += widest(rows, column) + 2;
    std::size_t values = least_values;
    for (const ColumnDescription& column : columns) values = std::max(values, display_width(values_text(column, least_values)));
    const std::vector<std::string> names = fitted_names(columns, style, used + values);
    for (std::size_t i = 0; i < columns.size(); ++i) rows[i + 1][0] = names[i];
    used += widest(rows, 0);
    const std::size_t room = std::max(style.width, used + (style.cuts ? least_values : uncut_values)) - used;
    rows[0].emplace_back("values");
    for (std::size_t i = 0; i < columns.size(); ++i) rows[i + 1].push_back(values_text(columns[i], room));
    using enum TextTable::Align;
    TextTable page({left, left, right, right, left});
    for (auto& row : rows) page.add_row(std::move(row));
    return page.text(0, any_width);
}

}  // namespace

TextTable columns_table(const std::vector<ColumnDescription>& columns) {
    using enum TextTable::Align;
    TextTable table({left, left, right, right, left});
    table.add_row({"column", "type", "missing", "distinct", "values"});
    for (const ColumnDescription& column : columns)
        table.add_row({shown_name(column.schema.name), std::string(type_word(column.schema.type)), count_text(column.facts.missing),
                       std::to_string(column.facts.distinct), values_text(column, page_values)});
    return table;
}

std::string description_text(const TableDescription& description, const DescriptionStyle& style) {
    std::string text = fmt::format("{}, {}\n\n", printable(style.heading), counted(description.columns.size(), "column")) +
                       columns_text(description.columns, style.text);
    std::string remarks;
    for (const ColumnDescription& column : description.columns)
        if (const auto remark = remark_on(column, description.rows, style))
            remarks += wrapped(printable(*remark), style.text.width, 2) + "\n";
    if (!remarks.empty()) text += '\n' + remarks;
    if (const auto& gains = description.gains)
        text += '\n' + gain_table_text(gains->set, gains->wishes, gains->table, style.text);
    return text;
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

/// The levels with their weights; of very many the heaviest, with the number of those left out.
void write_levels(JsonWriter& json, const ColumnSchema& column, const ColumnFacts& facts) {
    constexpr std::size_t most = 1000;
    std::vector<std::size_t> order = classes_by_weight(facts.level_weights, no_class);
    const std::size_t left_out = order.size() - std::min(order.size(), most);
    order.resize(order.size() - left_out);
    std::sort(order.begin(), order.end());
    std::vector<std::string> names;
    std::vector<double> weights;
    for (const std::size_t level : order) {
        names.push_back(column.levels[level]);
        weights.push_back(facts.level_weights[level]);
    }
    write_counts(json, names, weights);
    if (left_out > 0) json.member("levels_left_out", left_out);
}

void write_quartiles(JsonWriter& json, const ColumnSchema& column, const std::array<double, 3>& quartiles) {
    json.key("quartiles");
    json.begin_array();
    for (const double quartile : quartiles) write_value(json, column, quartile);
    json.end_array();
}

void write_codes(JsonWriter& json, const std::vector<FarCode>& codes) {
    json.key("far_codes");
    json.begin_array();
    for (const FarCode& code : codes) json.value(code.value);
    json.end_array();
}

void write_column(JsonWriter& json, const ColumnDescription& description) {
    const auto& [column, facts, quartiles, far_codes] = description;
    json.begin_object();
    json.member("name", column.name);
    json.member("type", type_word(column.type));
    json.member("missing", facts.missing);
    json.member("distinct", facts.distinct);
    if (!holds_values(column.type)) {
        write_levels(json, column, facts);
    } else if (facts.distinct > 0) {
        json.key("lowest");
        write_value(json, column, facts.lowest);
        json.key("highest");
        write_value(json, column, facts.highest);
        if (column.type == ColumnType::numeric) json.member("mean", facts.mean);
        if (quartiles) write_quartiles(json, column, *quartiles);
        if (!far_codes.empty()) write_codes(json, far_codes);
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
    for (const ColumnDescription& column : description.columns) write_column(json, column);
    json.end_array();
    if (const auto& gains = description.gains) {
        json.key("gains");
        write_gain_table(json, gains->set, gains->wishes, gains->table);
    }
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
