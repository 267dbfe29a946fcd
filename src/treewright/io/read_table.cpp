#include "treewright/io/read_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "treewright/io/column_builder.h"
#include "treewright/io/open_rows.h"
#include "treewright/io/place.h"
#include "treewright/io/read_arrow.h"

namespace treewright {

namespace {

using Builders = std::vector<std::unique_ptr<ColumnBuilder>>;  // one for each column of the file; null: not to be built

/// Names over numbers are names. Words over words may be either: where the user gives names they are data, unless they are
/// those names.
bool holds_names(const ReadOptions& options, const std::vector<Record>& records, FirstRow looks) {
    if (looks != FirstRow::maybe_names || options.names.empty()) return looks != FirstRow::data;
    return std::equal(options.names.begin(), options.names.end(), records[0].fields.begin(), records[0].fields.end(),
                      [](const std::string& name, const Field& field) { return name == field.text; });
}

/// Gives every row to the builders; returns the line of each row.
std::vector<std::uint32_t> add_rows(RowReader& rows, const Builders& builders) {
    std::vector<std::pair<std::size_t, ColumnBuilder*>> active;
    for (std::size_t i = 0; i < builders.size(); ++i)
        if (builders[i]) active.emplace_back(i, builders[i].get());
    std::vector<std::uint32_t> lines;
    for (Record record; rows.next(record);) {
        for (const auto& [column, builder] : active) builder->add(record.fields[column], record.line);
        lines.push_back(static_cast<std::uint32_t>(record.line));
    }
    return lines;
}

/// Columns that turned out to be text after their first cells had been numbers are built anew from the original spelling. Only
/// then is the file read a second time.
void rebuild_text(RowReader& rows, std::vector<ColumnRule>& rules, Builders& builders, std::size_t expected_rows) {
    Builders texts(builders.size());
    for (std::size_t i = 0; i < builders.size(); ++i) {
        if (!builders[i] || !builders[i]->must_restart_as_text()) continue;
        rules[i].kind = ColumnRule::Kind::categorical;
        texts[i] = make_builder(rules[i], rows.cells());
    }
    if (std::none_of(texts.begin(), texts.end(), [](const auto& text) { return text != nullptr; })) return;
    rows.rewind();
    if (add_rows(rows, texts).size() != expected_rows)
        throw input_error(fmt::format("{}: it changed while it was read; try again", rows.cells().file));
    for (std::size_t i = 0; i < builders.size(); ++i)
        if (texts[i]) builders[i] = std::move(texts[i]);
}

void say_blank_lines(const RowReader& rows, Messages& messages) {
    if (rows.blank_lines() > 0)
        messages.note(fmt::format("{}: {} skipped", rows.cells().file, counted(rows.blank_lines(), "blank line")));
}

Error no_rows(const std::string& file) {
    return input_error(fmt::format("{}: it has a header but no rows; give a file with rows", file));
}

Table read_source(Source& source, const ReadOptions& options, Messages& messages) {
    const auto rows = open_rows(
        source, options, [&](const auto& records, FirstRow looks) { return holds_names(options, records, looks); }, messages);
    std::vector<ColumnRule> rules = apply_options(rows->columns(), options, source.name());
    Builders builders;
    for (const ColumnRule& rule : rules)
        builders.push_back(rule.kind == ColumnRule::Kind::ignore ? nullptr : make_builder(rule, rows->cells()));

    Table table;
    table.lines = add_rows(*rows, builders);
    table.rows = table.lines.size();
    if (table.rows == 0) throw no_rows(source.name());
    say_blank_lines(*rows, messages);
    rebuild_text(*rows, rules, builders, table.rows);
    for (std::size_t i = 0; i < builders.size(); ++i) {
        if (!builders[i]) continue;
        table.columns.push_back(builders[i]->finish());
        table.columns.back().position = i + 1;
    }
    return table;
}

}  // namespace

Table read_table(const std::string& path, const ReadOptions& options, Messages& messages, Progress& progress) {
    Source source(path, progress);
    if (const auto format = arrow_format(source)) {
        ArrowFile file(path, source, *format, options.threads);
        return read_arrow_table(file, options, messages, progress);
    }
    return blaming_compression_first(source, [&] { return read_source(source, options, messages); });
}

}  // namespace treewright
