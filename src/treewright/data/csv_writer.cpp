#include "treewright/data/csv_writer.h"

#include <algorithm>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"

namespace treewright {

namespace {

constexpr std::size_t enough_to_write = 64 * 1024;

bool is_blank_byte(char c) { return c == ' ' || c == '\t'; }

bool syntax_needs_quotes(std::string_view text) {
    if (text.empty()) return false;
    return is_blank_byte(text.front()) || is_blank_byte(text.back()) || text.find_first_of(",\"\r\n") != std::string_view::npos;
}

bool means_missing(std::string_view text) {
    if (text.empty()) return true;
    if (text.front() != '?' && text.front() != 'n' && text.front() != 'N') return false;  // nearly all cells
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto is_same = [&](char a, char b) { return lower(a) == lower(b); };
    return std::any_of(default_na_words().begin(), default_na_words().end(), [&](const std::string& word) {
        return std::equal(word.begin(), word.end(), text.begin(), text.end(), is_same);
    });
}

/// Without quotes it would mean missing, or the reader could mistake it for text in apostrophes, an ARFF file or a byte order
/// mark.
bool meaning_needs_quotes(std::string_view text) {
    return means_missing(text) || text.front() == '\'' || text.front() == '@' || text.front() == '%' ||
           text.starts_with("\xEF\xBB\xBF");
}

void append_quoted(std::string& buffer, std::string_view text) {
    buffer += '"';
    for (const char c : text) {
        if (c == '"') buffer += '"';
        buffer += c;
    }
    buffer += '"';
}

}  // namespace

const std::vector<std::string>& default_na_words() {
    static const std::vector<std::string> words = {"?", "NA", "N/A", "NaN", "null"};
    return words;
}

void CsvWriter::begin_field() {
    if (fields_in_row_++ > 0) buffer_ += ',';
}

void CsvWriter::text(std::string_view text) {
    if (!syntax_needs_quotes(text) && !meaning_needs_quotes(text)) return raw(text);
    begin_field();
    append_quoted(buffer_, text);
}

void CsvWriter::raw(std::string_view text) {
    begin_field();
    if (syntax_needs_quotes(text))
        append_quoted(buffer_, text);
    else
        buffer_ += text;
}

void CsvWriter::number(double value) { raw(std::isnan(value) ? std::string() : number_text(value)); }

void CsvWriter::end_row() {
    buffer_ += '\n';
    fields_in_row_ = 0;
    if (buffer_.size() >= enough_to_write) finish();
}

void CsvWriter::end_row_with(std::string_view fields) {
    begin_field();
    buffer_ += fields;
    end_row();
}

void CsvWriter::finish() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
}

namespace {

void write_cell(CsvWriter& writer, const Column& column, std::size_t row) {
    switch (column.schema.type) {
        case ColumnType::numeric: return writer.number(column.values[row]);
        case ColumnType::date: return writer.raw(date_text(column.values[row]));
        case ColumnType::time: return writer.raw(time_text(column.values[row]));
        case ColumnType::ordered: return writer.text(column.schema.levels[static_cast<std::size_t>(column.values[row])]);
        case ColumnType::categorical:
            check_invariant(column.codes[row] >= 0, "a table with unseen levels cannot be written");
            return writer.text(column.schema.level(column.codes[row]));
    }
}

}  // namespace

void write_csv(const Table& table, const ByteSink& sink) {
    CsvWriter writer(sink);
    const std::string_view missing = table.columns.size() == 1 ? "NA" : "";
    for (const Column& column : table.columns) writer.text(column.schema.name);
    writer.end_row();
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (const Column& column : table.columns) {
            if (column.missing_at(row))
                writer.raw(missing);
            else
                write_cell(writer, column, row);
        }
        writer.end_row();
    }
    writer.finish();
}

}  // namespace treewright
