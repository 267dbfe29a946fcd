#include "treewright/data/by_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/data/date_parts.h"
#include "treewright/data/level_spelling.h"

namespace treewright {

namespace {

Error no_column(const Table& table, const std::string& name, const std::string& source) {
    std::vector<std::string> names;
    for (const Column& column : table.columns) names.push_back(column.schema.name);
    const std::string hint = did_you_mean(name, names);
    return input_error(
        fmt::format("{} has no column '{}', which the model asks for{}", source, name, hint.empty() ? "" : ": " + hint));
}

/// The code in `to` of each level of `from`; `unseen_code` if `to` does not have it.
std::vector<std::int32_t> code_map(const ColumnSchema& from, const ColumnSchema& to) {
    const LevelFinder known(to);
    std::vector<LevelCode> map;
    for (const std::string& level : from.levels) map.push_back(known.find(level));
    return map;
}

Column recoded(const Column& column, const ColumnSchema& schema) {
    Column result{schema, {}, column.codes, column.position};
    const std::vector<LevelCode> map = code_map(column.schema, schema);
    for (LevelCode& code : result.codes)
        if (code >= 0) code = map[position_of(code)];
    return result;
}

/// Recodes the ranks of an ordered category.
Column ranked(const Column& column, const ColumnSchema& schema, const std::string& source) {
    Column result{schema, column.values, {}, column.position};
    if (schema.type != ColumnType::ordered || column.schema.levels == schema.levels) return result;
    const std::vector<LevelCode> map = code_map(column.schema, schema);
    for (double& rank : result.values.own()) {
        if (is_missing(rank)) continue;
        const LevelCode code = map[static_cast<std::size_t>(rank)];
        if (code == unseen_code)
            throw input_error(fmt::format("{}: '{}' is not among the ordered levels of '{}'", source,
                                          column.schema.levels[static_cast<std::size_t>(rank)], schema.name));
        rank = code;
    }
    return result;
}

/// A category whose levels have an order in the schema.
Column ranked_by_name(const Column& column, const ColumnSchema& schema, const std::string& source) {
    std::vector<double> ranks;
    ranks.reserve(column.codes.size());
    for (const LevelCode code : column.codes)
        ranks.push_back(code < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code));
    const Column in_any_order{
        {column.schema.name, ColumnType::ordered, column.schema.levels}, std::move(ranks), {}, column.position};
    return ranked(in_any_order, schema, source);
}

/// Days as seconds, or the day of a time.
Column other_unit(const Column& column, const ColumnSchema& schema) {
    constexpr double seconds_per_day = 86400.0;
    Column result{schema, column.values, {}, column.position};
    for (double& value : result.values.own())
        value = schema.type == ColumnType::date ? std::floor(value / seconds_per_day) : value * seconds_per_day;
    return result;
}

bool is_moment(ColumnType type) { return type == ColumnType::date || type == ColumnType::time; }

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

bool is_same_word(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_among(const std::string& text, const std::vector<std::string>& words) {
    return text.empty() ||
           std::any_of(words.begin(), words.end(), [&](const std::string& word) { return is_same_word(word, text); });
}

void drop_levels(Column& column, const std::vector<std::string>& words) {
    std::vector<LevelCode> new_code;
    std::vector<std::string> levels;
    for (std::string& level : column.schema.levels) {
        const bool stays = !is_among(level, words);
        new_code.push_back(stays ? level_code(levels.size()) : missing_code);
        if (stays) levels.push_back(std::move(level));
    }
    for (LevelCode& code : column.codes)
        if (code >= 0) code = new_code[position_of(code)];
    column.schema.levels = std::move(levels);
}

std::optional<double> value_of_word(ColumnType type, const std::string& word) {
    if (type == ColumnType::date) return parse_date(word);
    if (type == ColumnType::time) return parse_time(word);
    double number = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

/// Nothing if the table does not have it. A part of a date may stand in the table itself, or be made of the date.
std::optional<Column> column_by_schema(const Table& table, const ColumnSchema& schema, const std::string& source) {
    const auto position = table.find(schema.name);
    if (!position && schema.reading.part_of) {
        const std::vector<ColumnSchema> date = source_columns({schema}).columns;
        const auto whole = column_by_schema(table, date.front(), source);
        return whole ? std::optional(take_part(*whole, schema)) : std::nullopt;
    }
    if (!position) return std::nullopt;
    std::optional<Column> cleaned;
    if (schema.reading.missing_words) make_missing(cleaned.emplace(table.columns[*position]), *schema.reading.missing_words);
    const Column& column = cleaned ? *cleaned : table.columns[*position];
    if (column.schema.type == ColumnType::categorical && schema.type == ColumnType::ordered)
        return ranked_by_name(column, schema, source);
    if (column.schema.type != schema.type && is_moment(column.schema.type) && is_moment(schema.type))
        return other_unit(column, schema);
    if (column.schema.type != schema.type)
        throw input_error(fmt::format("{}: the column '{}' does not hold the kind of value that the model learned from it",
                                      source, schema.name));
    return schema.type == ColumnType::categorical ? recoded(column, schema) : ranked(column, schema, source);
}

}  // namespace

std::vector<double> missing_values(const ColumnSchema& schema, const std::vector<std::string>& words) {
    std::vector<double> values;
    if (schema.type == ColumnType::ordered) {
        for (std::size_t rank = 0; rank < schema.levels.size(); ++rank)
            if (is_among(schema.levels[rank], words)) values.push_back(static_cast<double>(rank));
        return values;
    }
    for (const std::string& word : words)
        if (const auto value = value_of_word(schema.type, word)) values.push_back(*value);
    return values;
}

void make_missing(Column& column, const std::vector<std::string>& words) {
    if (!column.has_values()) return drop_levels(column, words);
    const std::vector<double> missing = missing_values(column.schema, words);
    if (missing.empty()) return;
    for (double& value : column.values.own())
        if (std::find(missing.begin(), missing.end(), value) != missing.end()) value = missing_value;
}

Column missing_column(const ColumnSchema& schema, std::size_t rows) {
    Column column{schema, {}, {}};
    if (schema.type == ColumnType::categorical)
        column.codes.assign(rows, missing_code);
    else
        column.values = std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN());
    return column;
}

std::vector<Column> columns_by_schema(const Table& table, std::span<const ColumnSchema> schemas, const std::string& source,
                                      const std::vector<bool>& needed) {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < schemas.size(); ++i) {
        auto column = column_by_schema(table, schemas[i], source);
        if (!column && (needed.empty() || needed[i])) {
            const auto& part_of = schemas[i].reading.part_of;
            throw no_column(table, part_of ? part_of->column : schemas[i].name, source);
        }
        columns.push_back(column ? std::move(*column) : missing_column(schemas[i], table.rows));
    }
    return columns;
}

}  // namespace treewright
