#include "treewright/io/arrow/read_arrow.h"

#include <fmt/format.h>

#include <utility>

#include "treewright/data/by_schema.h"
#include "treewright/io/cells/column_rule.h"
#include "treewright/io/cells/recast.h"
#include "treewright/io/cells/written_number.h"

namespace treewright {

namespace {

constexpr std::int64_t rows_per_batch = 64 * 1024;

std::vector<ColumnRule> rules_for(const ArrowFile& file, const ReadOptions& options, Messages& messages) {
    std::vector<ColumnRule> rules;
    for (std::string& name : file.column_names(options, messages))
        rules.push_back({std::move(name), ColumnRule::Kind::guess, {}});
    return apply_options(std::move(rules), options, file.name());
}

ArrowAs requested_type(const ColumnRule& rule) {
    if (rule.wanted == ColumnRule::Wanted::date) return ArrowAs::given;
    if (rule.wanted == ColumnRule::Wanted::number) return ArrowAs::number;
    return rule.kind == ColumnRule::Kind::guess ? ArrowAs::given : ArrowAs::text;
}

/// Texts are written in the form that all of them have, as in a text file.
Column as_numbers(Column column, const ReadOptions& options, const RowPlace& place) {
    ColumnReading reading;
    if (!column.has_values()) {
        NumberHints hints;
        hints.decimal_sign = wanted_decimal(options);
        hints.thousands = options.thousands;
        NumberForm form;
        bool fits = true;
        for (const std::string& level : column.schema.levels) fits = fits && (level.empty() || form.add(level));
        if (const auto settled = fits ? form.settle(hints) : std::nullopt) reading = *settled;
    }
    return recast_values(std::move(column), ColumnType::numeric, reading, place);
}

/// Texts that are dates in the format that was given, or in the ISO form. What is a date already stays.
Column as_dates(Column column, const ColumnRule& rule, const RowPlace& place) {
    if (column.has_values()) return column;
    ColumnReading reading;
    if (rule.dates) reading.date_format = rule.dates->pattern();
    const bool times = rule.dates && rule.dates->has_time();
    return recast_values(std::move(column), times ? ColumnType::time : ColumnType::date, reading, place);
}

Column by_rule(Column column, const ColumnRule& rule, const ReadOptions& options, const RowPlace& place) {
    if (options.na) make_missing(column, missing_words_of(options, rule.name));
    if (rule.wanted == ColumnRule::Wanted::number) return as_numbers(std::move(column), options, place);
    if (rule.wanted == ColumnRule::Wanted::date) return as_dates(std::move(column), rule, place);
    if (rule.kind == ColumnRule::Kind::ordered)
        return recast_ordered(std::move(column), {rule.name, ColumnType::ordered, rule.levels, rule.reading}, place);
    return column;
}

}  // namespace

Table read_arrow_table(ArrowFile& file, const ReadOptions& options, const Run& run) {
    const std::vector<ColumnRule> rules = rules_for(file, options, run.messages);
    std::vector<std::size_t> columns;  // those that are not left out, by their positions in the file
    std::vector<ArrowColumnRequest> requests;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (rules[i].kind == ColumnRule::Kind::ignore) continue;
        refuse_nested(file.fields()[i], file.name());
        requests.push_back({columns.size(), requested_type(rules[i])});
        columns.push_back(i);
    }
    ArrowOwner<ArrowArrayStream> stream;
    file.read(columns, rows_per_batch, stream);
    ArrowBatches batches(*stream, file.name());
    Table table = import_arrow(batches, requests, file.rows(), run);
    if (table.rows == 0) throw input_error(fmt::format("{}: it has columns but no rows; give a file with rows", file.name()));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const ColumnRule& rule = rules[columns[i]];
        table.columns[i].schema.name = rule.name;
        table.columns[i].position = columns[i] + 1;
        table.columns[i] = by_rule(std::move(table.columns[i]), rule, options, {file.name(), 0});
    }
    return table;
}

}  // namespace treewright
