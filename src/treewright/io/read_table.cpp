#include "treewright/io/read_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "treewright/base/spelling.h"
#include "treewright/data/by_schema.h"
#include "treewright/data/date_parts.h"
#include "treewright/data/level_spelling.h"
#include "treewright/io/arrow/read_arrow.h"
#include "treewright/io/bytes/bad_text.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/cells/column_forms.h"
#include "treewright/io/cells/growing_column.h"
#include "treewright/io/place.h"
#include "treewright/io/rows/open_rows.h"

namespace treewright {

namespace {

/// Names over numbers are names. Words over words may be either: where the user gives names they are data, unless they are
/// those names.
bool holds_names(const ReadOptions& options, const std::vector<Record>& records, FirstRow looks) {
    if (looks != FirstRow::maybe_names || options.names.empty()) return looks != FirstRow::data;
    return std::equal(options.names.begin(), options.names.end(), records[0].fields.begin(), records[0].fields.end(),
                      [](const std::string& name, const Field& field) { return name == field.text; });
}

/// All columns of a file while they grow.
class GrowingTable final : public ChunkSink {
public:
    /// Both must outlive the table.
    GrowingTable(const std::vector<ColumnRule>& rules, const CellRules& cells) {
        for (const ColumnRule& rule : rules) columns_.emplace_back(rule, cells);
        renew_plan();
    }

    [[nodiscard]] std::shared_ptr<const ChunkPlan> plan() const override {
        const std::lock_guard lock(mutex_);
        return plan_;
    }
    bool learn(const Chunk& chunk) override {
        bool fits = true;
        for (std::size_t i = 0; i < columns_.size(); ++i) fits &= columns_[i].learn(chunk.columns[i], chunk.rows);
        renew_plan();
        return fits;
    }
    void append(Chunk& chunk) override {
        const std::size_t rows = lines_.size() + chunk.rows;
        const auto expected = chunk.share > 0.0 ? static_cast<std::size_t>(static_cast<double>(rows) / chunk.share) : 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].append(chunk.columns[i], chunk.rows, expected);
        if (lines_.capacity() < rows) lines_.reserve(std::max({rows, expected, lines_.capacity() + lines_.capacity() / 2}));
        for (std::size_t row = 0; row < chunk.rows; ++row)
            lines_.push_back(static_cast<std::uint32_t>(chunk.first_line + chunk.lines[row]));
    }

    [[nodiscard]] std::size_t rows() const { return lines_.size(); }
    [[nodiscard]] std::vector<GrowingColumn>& columns() { return columns_; }
    [[nodiscard]] std::vector<std::uint32_t>& lines() { return lines_; }

private:
    void renew_plan() {
        auto plan = std::make_shared<ChunkPlan>();
        for (const GrowingColumn& column : columns_) plan->push_back(column.plan());
        const std::lock_guard lock(mutex_);
        plan_ = std::move(plan);
    }

    std::vector<GrowingColumn> columns_;
    std::vector<std::uint32_t> lines_;
    mutable std::mutex mutex_;
    std::shared_ptr<const ChunkPlan> plan_;  ///< guarded by `mutex_`
};

void read_all(RowReader& rows, ChunkSink& sink) {
    while (rows.read(sink)) {
    }
}

/// Columns that turned out to be text after their first cells had been numbers are read again where those cannot be spelled from
/// their values. Only then is the file read a second time.
void read_lost_columns(RowReader& rows, const std::vector<ColumnRule>& rules, GrowingTable& table) {
    std::vector<ColumnRule> lost = rules;
    bool any = false;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        lost[i].kind = table.columns()[i].must_be_read_again() ? ColumnRule::Kind::categorical : ColumnRule::Kind::ignore;
        any |= table.columns()[i].must_be_read_again();
    }
    if (!any) return;
    GrowingTable again(lost, rows.cells());
    rows.rewind();
    read_all(rows, again);
    if (again.rows() != table.rows())
        throw input_error(fmt::format("{}: it changed while it was read; try again", rows.cells().file));
    for (std::size_t i = 0; i < lost.size(); ++i)
        if (table.columns()[i].must_be_read_again()) table.columns()[i].take(std::move(again.columns()[i]));
}

std::unique_ptr<GrowingTable> read_all(RowReader& rows, const std::vector<ColumnRule>& rules) {
    auto table = std::make_unique<GrowingTable>(rules, rows.cells());
    read_all(rows, *table);
    read_lost_columns(rows, rules, *table);
    return table;
}

/// The beginning of the file decides which decimal sign is read fast. All rows decide whether that was right; else the file is read again.
std::unique_ptr<GrowingTable> read_with_right_sign(RowReader& rows, const std::vector<ColumnRule>& rules,
                                                   const ReadOptions& options) {
    auto growing = read_all(rows, rules);
    // From commas to points and back: what the beginning of the file took for decimal commas need not be all of them.
    for (int change = 0; change < 2 && !wanted_decimal(options) && rows.cells().is_comma_free; ++change) {
        const bool commas = has_decimal_commas(growing->columns(), rows.cells());
        if (commas == rows.cells().decimal_comma) break;
        rows.set_decimal_comma(commas);
        rows.rewind();
        growing = read_all(rows, rules);
        if (commas) break;
    }
    return growing;
}

void note_stray_quote(const RowReader& rows, Messages& messages) {
    if (rows.stray_quote_line() > 0)
        messages.warn(fmt::format(
            "{}, line {}: a quote stands inside of a field and is read as a character: look whether a delimiter is lost",
            rows.cells().file, rows.stray_quote_line()));
}

void note_blank_lines(const RowReader& rows, Messages& messages) {
    if (rows.blank_lines() > 0)
        messages.note(fmt::format("{}: {} skipped", rows.cells().file, counted(rows.blank_lines(), "blank line")));
}

std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const Column& column : table.columns) names.push_back(column.schema.name);
    return names;
}

/// The words that mean missing are part of the columns, where they are not the usual ones. A code like 99 means missing however it is
/// written: 99.0 or 99 € too.
void keep_missing_words(Table& table, const ReadOptions& options) {
    if (!options.na) return;
    const std::vector<std::string> usual = missing_words({});
    for (Column& column : table.columns)
        if (std::vector<std::string> words = missing_words_of(options, column.schema.name); words != usual) {
            if (column.schema.type == ColumnType::numeric) make_missing(column, words);
            column.schema.reading.missing_words = std::move(words);
        }
}

/// Whether a column of this name may be one of the parts.
bool names_part(const std::string& name, const std::vector<WantedPart>& wanted) {
    const std::size_t point = name.rfind('.');
    return point != std::string::npos && std::any_of(wanted.begin(), wanted.end(), [&](const WantedPart& wish) {
               return name.substr(point + 1) == word_of(wish.part) &&
                      (wish.column.empty() || wish.column == name.substr(0, point));
           });
}

/// A column that is left out is read all the same if its parts are wanted; a part that is left out is none of the file.
ReadOptions with_sources_of_parts(ReadOptions options) {
    const std::vector<WantedPart> wanted = wanted_parts(options);
    for (const WantedPart& wish : wanted) std::erase(options.ignore, wish.column);
    std::erase_if(options.ignore, [&](const std::string& name) { return names_part(name, wanted); });
    return options;
}

/// Parts of dates become columns; then those dates are left out that were read for their parts only.
void add_parts(Table& table, const ReadOptions& options, const std::string& file, Messages& messages) {
    const std::vector<WantedPart> wanted = wanted_parts(options);
    if (wanted.empty()) return;
    for (const WantedPart& wish : wanted)
        if (!wish.column.empty() && !table.find(wish.column)) throw no_such_column(file, wish.column, names_of(table));
    const std::size_t before = table.columns.size();
    add_date_parts(table, wanted, file);
    if (table.columns.size() == before)
        messages.warn(fmt::format("{}: no column has such parts, so {} adds nothing ({} says which column holds dates)", file,
                                  named("date-parts"), named("date")));
    for (const std::string& name : options.ignore)
        if (names_part(name, wanted) && !table.find(name)) throw no_such_column(file, name, names_of(table));
    const auto is_left_out = [&](const Column& column) {
        return std::find(options.ignore.begin(), options.ignore.end(), column.schema.name) != options.ignore.end();
    };
    std::erase_if(table.columns, is_left_out);
}

Error no_rows(const std::string& file) {
    return input_error(fmt::format("{}: it has a header but no rows; give a file with rows", file));
}

/// The rows of a text file, CSV, JSON or ARFF, in the encoding of the source.
Table read_encoded_rows(Source& source, const ReadOptions& options, const Run& run) {
    const auto is_header = [&](const auto& records, FirstRow looks) { return holds_names(options, records, looks); };
    const auto rows = open_rows(source, {options, is_header}, run);
    std::vector<ColumnRule> rules = apply_options(rows->columns(), options, source.name());
    const bool expects_commas = rows->cells().decimal_comma;
    auto growing = read_with_right_sign(*rows, rules, options);
    if (growing->rows() == 0 && !options.may_be_empty) throw no_rows(source.name());
    note_blank_lines(*rows, run.messages);
    note_stray_quote(*rows, run.messages);
    report_bad_rows(rows->bad_rows(), options, source.name(), run.messages);
    if (rows->cells().decimal_comma && !expects_commas)
        run.messages.note(fmt::format("{}: numbers are written with a decimal comma", source.name()));
    settle_forms(growing->columns(), rows->cells(), options, growing->lines(), run.messages);

    Table table;
    table.rows = growing->rows();
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (rules[i].kind == ColumnRule::Kind::ignore) continue;
        table.columns.push_back(growing->columns()[i].finish(growing->lines()));
        table.columns.back().position = i + 1;
    }
    table.lines = std::move(growing->lines());
    if (options.bad_rows == BadRows::skip)
        for (const BadRow& row : rows->bad_rows()) table.left_out_lines.push_back(static_cast<std::uint32_t>(row.line));
    return table;
}

/// Bytes that are not UTF-8 may turn up behind what the encoding was recognised by.
Table read_row_table(Source& source, const ReadOptions& options, const Run& run) {
    Messages first_try;
    const auto pass_on = [&] {
        for (const Message& message : first_try.list()) run.messages.add(message);
    };
    try {
        Table table = read_encoded_rows(source, options, {run.threads, run.progress, first_try});
        pass_on();
        return table;
    } catch (const Error& error) {
        const auto* bad = dynamic_cast<const BadTextError*>(&error);
        const bool may_be_encoding = bad != nullptr && !options.encoding && source.encoding() == TextEncoding::utf8 &&
                                     !bad->is_binary() && !source.has_utf8();
        if (!may_be_encoding) {
            pass_on();
            throw;
        }
    }
    run.messages.note(fmt::format("{}: it is read as Windows-1252; if that is wrong, say which encoding it is ({})",
                                  source.name(), named("encoding")));
    source.begin_behind(0, 0);
    source.set_encoding(TextEncoding::windows1252);
    return read_encoded_rows(source, options, run);
}

}  // namespace

Table read_table(const std::string& path, const ReadOptions& given, const Run& run) {
    const ReadOptions options = with_sources_of_parts(given);
    Source source(path, run.progress);
    Table table;
    if (const auto format = arrow_format(source)) {
        ArrowFile file(path, source, *format, run.threads.count());
        table = read_arrow_table(file, options, run);
    } else {
        table = blaming_compression_first(source, [&] { return read_row_table(source, options, run); });
    }
    keep_missing_words(table, options);
    if (options.fold_case)
        for (Column& column : table.columns)
            if (!column.schema.levels.empty() || !column.has_values()) fold_case(column);
    add_parts(table, given, shown_path(path), run.messages);
    return table;
}

}  // namespace treewright
