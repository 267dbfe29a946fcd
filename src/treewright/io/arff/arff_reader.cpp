#include "treewright/io/arff/arff_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "treewright/base/positions.h"
#include "treewright/data/level_dictionary.h"
#include "treewright/io/arff/arff_scanner.h"
#include "treewright/io/bad_rows.h"
#include "treewright/io/bytes/bad_text.h"
#include "treewright/io/bytes/text_check.h"
#include "treewright/io/cells/column_names.h"
#include "treewright/io/cells/column_rule.h"
#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/csv/csv_splitter.h"

namespace treewright {

namespace {

/// Whether the ASCII letters are the same but for their case; `lowered` has none in upper case.
bool same_word(std::string_view text, std::string_view lowered) {
    return std::equal(text.begin(), text.end(), lowered.begin(), lowered.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

bool drop_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// The kind of the date formats that are ISO 8601 in Java's letters; `guess` for others.
ColumnRule::Kind kind_of_format(std::string format) {
    std::erase(format, '\'');
    std::string_view rest = format;
    if (!drop_prefix(rest, "yyyy-MM-dd")) return ColumnRule::Kind::guess;
    if (rest.empty()) return ColumnRule::Kind::date;
    if (!drop_prefix(rest, "T") && !drop_prefix(rest, " ")) return ColumnRule::Kind::guess;
    if (!drop_prefix(rest, "HH:mm")) return ColumnRule::Kind::guess;
    if (drop_prefix(rest, ":ss")) drop_prefix(rest, ".SSS");
    if (!drop_prefix(rest, "XXX") && !drop_prefix(rest, "X")) drop_prefix(rest, "Z");
    return rest.empty() ? ColumnRule::Kind::time : ColumnRule::Kind::guess;
}

/// A pattern of Java's SimpleDateFormat in the letters of strptime; empty if it has letters that are not known.
std::string strptime_format(std::string_view java) {
    constexpr std::pair<std::string_view, std::string_view> letters[] = {
        {"yyyy", "%Y"}, {"yy", "%y"}, {"MMMM", "%B"}, {"MMM", "%b"}, {"MM", "%m"}, {"M", "%m"},  {"dd", "%d"},  {"d", "%d"},
        {"HH", "%H"},   {"H", "%H"},  {"hh", "%I"},   {"h", "%I"},   {"mm", "%M"}, {"ss", "%S"}, {"SSS", "%f"}, {"EEEE", "%A"},
        {"EEE", "%a"},  {"E", "%a"},  {"a", "%p"},    {"XXX", "%z"}, {"X", "%z"},  {"Z", "%z"},  {"z", "%z"}};
    std::string format;
    bool quoted = false;
    while (!java.empty()) {
        const char first = java.front();
        const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
        if (quoted || !is_letter) {
            if (first == '\'')
                quoted = !quoted;
            else
                format += first == '%' ? std::string("%%") : std::string(1, first);
            java.remove_prefix(1);
            continue;
        }
        const auto* const known = std::find_if(std::begin(letters), std::end(letters),
                                               [&](const auto& entry) { return java.starts_with(entry.first); });
        if (known == std::end(letters)) return {};
        format += known->second;
        drop_prefix(java, known->first);
    }
    return format;
}

void parse_date_type(ArffScanner& scanner, const Place& place, ColumnRule& column) {
    column.kind = ColumnRule::Kind::time;  // WEKA's default format is yyyy-MM-dd'T'HH:mm:ss
    if (scanner.at_end()) return;
    const std::string java(scanner.word("").text);
    column.kind = kind_of_format(java);
    if (column.kind != ColumnRule::Kind::guess) return;
    const std::string format = strptime_format(java);
    if (format.empty() || DateFormat::flaw_of(format))
        throw input_error_at(
            place, fmt::format(
                       "the date format {} is not known; write dates as yyyy-MM-dd or yyyy-MM-dd HH:mm:ss, or declare a string",
                       excerpt(java)));
    column.dates = std::make_shared<const DateFormat>(format);
    column.reading.date_format = format;
    column.kind = column.dates->has_time() ? ColumnRule::Kind::time : ColumnRule::Kind::date;
}

std::vector<std::string> parse_levels(ArffScanner& scanner, const Place& place) {
    std::vector<std::string> levels;
    LevelDictionary seen;
    while (!scanner.pass('}')) {
        if (scanner.at_end()) throw input_error_at(place, "the list of levels does not end; close it with } in the same line");
        const Field level = scanner.word(",}");
        if ((!level.text.empty() || level.quoted) && position_of(seen.code(level.text)) == levels.size())
            levels.emplace_back(level.text);
        scanner.pass(',');
    }
    return levels;
}

void parse_type(ArffScanner& scanner, const Place& place, ColumnRule& column) {
    const std::string type(scanner.word(" \t[").text);
    for (const std::string_view word : {"numeric", "real", "integer", "string"})
        if (same_word(type, word)) {
            column.kind = word == "string" ? ColumnRule::Kind::categorical : ColumnRule::Kind::numeric;
            return;
        }
    if (same_word(type, "date")) return parse_date_type(scanner, place, column);
    throw input_error_at(
        place, fmt::format("the type {} is not known; use numeric, real, integer, string, date or a list of levels in braces",
                           excerpt(type)));
}

/// What comes after the keyword: `name {a, b}`, `name numeric`, `name string`, `name date "yyyy-MM-dd"`. Throws an input error
/// for any other type.
ColumnRule parse_attribute(ArffScanner& scanner, const Place& place) {
    ColumnRule column;
    column.name = std::string(scanner.word(" \t{").text);
    if (scanner.at_end())
        throw input_error_at(
            place, "an attribute needs a name and a type; write `@attribute name numeric` or a list of levels in braces");
    if (scanner.pass('{')) {
        column.kind = ColumnRule::Kind::declared;
        column.levels = parse_levels(scanner, place);
    } else {
        parse_type(scanner, place, column);
    }
    return column;
}

/// What a sparse row means by leaving a column out: zero, that is the number 0 or the first level. A string or date is missing.
Field sparse_default(const ColumnRule& column) {
    if (column.kind == ColumnRule::Kind::numeric) return {"0", false};
    if (column.kind == ColumnRule::Kind::declared && !column.levels.empty()) return {column.levels.front(), true};
    return {};
}

/// Fewer rows at a time where there are many columns: every column makes room for a chunk, however few rows the file has.
std::size_t rows_per_chunk(std::size_t columns) {
    constexpr std::size_t cells_per_chunk = std::size_t{1} << 19;
    return std::clamp<std::size_t>(cells_per_chunk / std::max<std::size_t>(columns, 1), 16, 4096);
}

std::optional<std::size_t> parse_index(std::string_view text) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return index;
}

}  // namespace

bool looks_like_arff(std::string_view beginning) {
    while (!beginning.empty()) {
        const std::size_t start = beginning.find_first_not_of(" \t\r\n");
        if (start == std::string_view::npos) return false;
        beginning.remove_prefix(start);
        if (beginning[0] != '%') {
            const std::string_view keyword = beginning.substr(0, beginning.find_first_of(" \t\r\n"));
            return same_word(keyword, "@relation") || same_word(keyword, "@attribute");
        }
        beginning.remove_prefix(std::min(beginning.size(), beginning.find_first_of("\r\n")));
    }
    return false;
}

LineReader::LineReader(Source& source, std::size_t block_size)
    : file_(source.name()), blocks_(source, block_size, complete_lines) {}

std::optional<std::span<char>> LineReader::next() {
    if (position_ == block_.bytes().size()) {
        position_ = 0;
        if (!blocks_.next(block_)) return std::nullopt;
        bad_byte_ = find_bad_byte({block_.bytes().data(), block_.bytes().size()});
    }
    const std::span<char> rest = block_.bytes().subspan(position_);
    const auto length = index_in(rest, std::find_if(rest.begin(), rest.end(), is_line_end));
    ++number_;
    if (bad_byte_ && *bad_byte_ < position_ + length)
        // Counted from this line on: those before may have been changed by now.
        throw bad_text_error({{rest.data(), rest.size()}, *bad_byte_ - position_, block_.offset() + position_, number_}, file_);
    position_ += length;
    if (length < rest.size()) ++position_;
    if (length + 1 < rest.size() && rest[length] == '\r' && rest[length + 1] == '\n') ++position_;
    return rest.first(length);
}

void LineReader::rewind() {
    blocks_.rewind();
    block_ = {};
    position_ = number_ = 0;
}

ArffReader::ArffReader(Source& source, const ReadOptions& options, Messages& messages)
    : file_(source.name()), lines_(source, options.block_size) {
    read_attributes();
    rename_columns(options, messages);
    cells_.file = file_;
    cells_.bad_rows = options.bad_rows;
    std::vector<std::string> missing = options.na ? missing_words(options) : std::vector<std::string>();
    missing.emplace_back("?");
    cells_.missing = MissingWords(missing);
}

void ArffReader::read_attributes() {
    while (const auto line = lines_.next()) {
        const Place place{file_, lines_.number(), {}};
        ArffScanner scanner(*line, place);
        if (scanner.at_end()) continue;
        const std::string keyword(scanner.word(" \t").text);
        if (same_word(keyword, "@data")) {
            data_line_ = lines_.number();
            break;
        }
        if (same_word(keyword, "@attribute"))
            columns_.push_back(parse_attribute(scanner, place));
        else if (!same_word(keyword, "@relation"))
            throw input_error_at(
                place,
                fmt::format("{} is not expected before @data; use @relation, @attribute or % for a comment", excerpt(keyword)));
    }
    if (data_line_ == 0)
        throw input_error(fmt::format(
            "{}: it has no @data line; get the whole file, or give it another name if it is not an ARFF file", file_));
    if (columns_.empty())
        throw input_error(fmt::format("{}: it declares no attributes; add an @attribute line for each column", file_));
}

void ArffReader::rename_columns(const ReadOptions& options, Messages& messages) {
    const std::vector<std::string> renamed = distinct_names(chosen_names(names(), options, file_), file_, messages);
    for (std::size_t i = 0; i < renamed.size(); ++i) columns_[i].name = renamed[i];
}

void ArffReader::rewind() {
    bad_rows_.clear();
    lines_.rewind();
    while (lines_.number() < data_line_ && lines_.next()) {
    }
}

/// Types are declared, so no chunk is ever read a second time.
bool ArffReader::read(ChunkSink& sink) {
    const auto plan = sink.plan();
    const std::size_t most_rows = rows_per_chunk(plan->size());
    while (!sink.has_enough()) {
        chunk_.rows = 0;
        chunk_.lines.resize(most_rows);
        chunk_.columns.resize(plan->size(), ColumnCells(cells_));
        for (std::size_t i = 0; i < plan->size(); ++i) {
            chunk_.columns[i].begin((*plan)[i]);
            chunk_.columns[i].make_room(most_rows);
        }
        while (chunk_.rows < most_rows && add_row()) {
        }
        if (chunk_.rows == 0) return false;
        check_invariant(sink.learn(chunk_), "the types of an ARFF file are declared");
        sink.append(chunk_);
    }
    return true;
}

bool ArffReader::add_row() {
    const auto line = lines_.next();
    if (!line) return false;
    record_.line = lines_.number();
    if (cells_.bad_rows != BadRows::refuse) text_.assign(line->begin(), line->end());
    if (ArffScanner(*line, {file_, record_.line, {}}).at_end()) return true;  // nothing, or a comment
    try {
        parse(*line, record_);
        for (std::size_t i = 0; i < record_.fields.size(); ++i)
            chunk_.columns[i].add(record_.fields[i], chunk_.rows, record_.line);
    } catch (const Error& error) {
        if (cells_.bad_rows != BadRows::skip) throw;
        bad_rows_.push_back({record_.line, without_place(error.sentence(), file_), text_});
        return true;
    }
    chunk_.lines[chunk_.rows++] = static_cast<std::uint32_t>(record_.line);
    return true;
}

void ArffReader::parse(std::span<char> line, Record& record) {
    record.fields.clear();
    if (ArffScanner(line, {file_, record.line, {}}).pass('{'))
        read_sparse(line, record);
    else
        read_dense(line, record);
}

/// Values are separated by commas or, in a line without any, by blanks.
void ArffReader::read_dense(std::span<char> line, Record& record) {
    const Place place{file_, record.line, {}};
    const bool commas = has_bare_comma(line);
    ArffScanner scanner(line, place);
    do {
        record.fields.push_back(scanner.word(commas ? "," : " \t"));
    } while (commas ? scanner.pass(',') : !scanner.at_end());
    if (!scanner.at_end())
        throw input_error_at(place,
                             "there is text after the closing quote; put a backslash before quotes that are part of the text");
    if (record.fields.size() == columns_.size()) return;
    const std::string what = fmt::format("{} found where {} declared", counted(record.fields.size(), "value"),
                                         counted(columns_.size(), "attribute") + (columns_.size() == 1 ? " is" : " are"));
    if (cells_.bad_rows != BadRows::pad)
        throw input_error_at(place, what + "; fix the line, or quote values that contain a comma");
    bad_rows_.push_back({record.line, what, text_});
    record.fields.resize(columns_.size());
}

void ArffReader::read_sparse(std::span<char> line, Record& record) const {
    const Place place{file_, record.line, {}};
    for (const ColumnRule& column : columns_) record.fields.push_back(sparse_default(column));
    std::vector<bool> given(columns_.size());
    ArffScanner scanner(line, place);
    scanner.pass('{');
    while (!scanner.pass('}')) {
        if (scanner.at_end()) throw input_error_at(place, "a sparse row does not end; close it with } in the same line");
        const Field index_word = scanner.word(" \t,}");
        const auto index = parse_index(index_word.text);
        if (!index || *index >= columns_.size() || given[*index])
            throw input_error_at(
                place, fmt::format("{} is not the position of an attribute (0 to {}), or is given twice; fix the sparse row",
                                   excerpt(index_word.text), columns_.size() - 1));
        given[*index] = true;
        record.fields[*index] = scanner.word(",}");
        scanner.pass(',');
    }
    if (!scanner.at_end()) throw input_error_at(place, "there is text after the } of a sparse row; remove it");
}

}  // namespace treewright
