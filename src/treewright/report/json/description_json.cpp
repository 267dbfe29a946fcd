// The description of a table as JSON.
#include "treewright/export/names.h"
#include "treewright/export/value_json.h"
#include "treewright/report/description.h"

namespace treewright {

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
