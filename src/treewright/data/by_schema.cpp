#include "treewright/data/by_schema.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"

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
    std::unordered_map<std::string_view, std::int32_t> positions;
    for (std::size_t i = 0; i < to.levels.size(); ++i) positions.emplace(to.levels[i], level_code(i));
    std::vector<LevelCode> map;
    for (const std::string& level : from.levels) {
        const auto found = positions.find(level);
        map.push_back(found == positions.end() ? unseen_code : found->second);
    }
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

}  // namespace

void refuse_special_reading(const ColumnSchema& schema) {
    if (schema.reading == ColumnReading()) return;
    throw input_error(
        fmt::format("the model reads '{}' in a way of its own (missing words, signs or formats), which this version of "
                    "Treewright cannot do: predict with the version that made the model",
                    schema.name));
}

std::vector<Column> columns_by_schema(const Table& table, std::span<const ColumnSchema> schemas, const std::string& source) {
    std::vector<Column> columns;
    for (const ColumnSchema& schema : schemas) {
        refuse_special_reading(schema);
        const auto position = table.find(schema.name);
        if (!position) throw no_column(table, schema.name, source);
        const Column& column = table.columns[*position];
        if (column.schema.type != schema.type)
            throw input_error(fmt::format("{}: the column '{}' does not hold the kind of value that the model learned from it",
                                          source, schema.name));
        columns.push_back(schema.type == ColumnType::categorical ? recoded(column, schema) : ranked(column, schema, source));
    }
    return columns;
}

}  // namespace treewright
