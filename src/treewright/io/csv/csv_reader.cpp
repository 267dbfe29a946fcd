#include "treewright/io/csv/csv_reader.h"

#include <fmt/format.h>

#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/io/cells/column_names.h"
#include "treewright/io/csv/csv_splitter.h"
#include "treewright/io/place.h"

namespace treewright {

CsvReader::CsvReader(Source& source, const CsvLayout& layout, const ReadOptions& options, const Run& run)
    : file_(source.name()),
      layout_(layout),
      threads_(run.threads),
      is_live_(source.is_live()),
      blocks_(source, options.block_size,
              [this](std::span<const char> bytes) {
                  return is_live_ ? first_line_length(bytes) : complete_records(bytes, layout_.dialect);
              }),
      pieces_(threads_.count() == 1 ? 1 : pieces_per_thread * threads_.count()) {
    first_line_ = line_ = source.skipped_lines() + 1;
    std::vector<std::string> names = read_first_record();
    for (std::size_t i = 0; !layout_.header && i < names.size(); ++i) names[i] = made_up_name(i);
    names = distinct_names(chosen_names(std::move(names), options, file_), file_, run.messages);
    for (std::string& name : names) columns_.push_back({std::move(name), ColumnRule::Kind::guess, {}});
    cells_.file = file_;
    cells_.bad_rows = options.bad_rows;
    cells_.decimal_comma = layout_.dialect.decimal_comma;
    cells_.comma_columns = layout_.dialect.comma_columns;
    cells_.delimiter = layout_.dialect.delimiter;
    cells_.rows_are_lines = is_live_;
    cells_.is_comma_free = layout_.dialect.delimiter != ',';
    cells_.missing = MissingWords(missing_words(options));
}

/// Reads the first block that is not blank and passes its first record if that holds the names.
std::vector<std::string> CsvReader::read_first_record() {
    CsvPiece& first = pieces_[0];
    while (blocks_.next(first.block)) {
        const std::span<const char> bytes = std::as_const(first.block).bytes();
        CsvParser parser(bytes, line_, layout_.dialect);
        first.begin = 0;
        const bool found = parser.begin_record();
        const std::size_t begin = parser.position(), line = parser.line();
        Record record;
        if (found) {
            parser.next(record);
            check_record(parser, find_bad_text(bytes, first.block.offset(), line_), file_);
        }
        first.begin = found && !layout_.header ? begin : parser.position();
        line_ = found && !layout_.header ? line : parser.line();
        blank_lines_ += parser.blank_lines();
        has_quoted_ |= parser.has_quoted();
        if (!found) continue;
        first_waits_ = true;
        std::vector<std::string> texts;
        for (const Field& field : record.fields) texts.emplace_back(field.text);
        return texts;
    }
    throw input_error(fmt::format("{}: it is empty; give a file with rows", file_));
}

void CsvReader::rewind() {
    blocks_.rewind();
    for (CsvPiece& piece : pieces_) piece.chunk = {};  // its dictionaries hold the codes of another sink
    at_end_ = false;
    line_ = first_line_;
    blank_lines_ = stray_quote_line_ = 0;
    has_quoted_ = false;
    bad_rows_.clear();
    (void)read_first_record();
}

bool CsvReader::read(ChunkSink& sink) {
    if (at_end_) return false;
    Threads::Stages stages;
    const auto has_enough = [&] { return sink.has_enough() || (is_live_ && !bad_rows_.empty()); };
    stages.produce = [&](std::size_t slot) { return !has_enough() && next_piece(pieces_[slot]); };
    // Here the line is not known yet. An error comes out when the piece is handed on and parsed again.
    stages.work = [&](std::size_t slot) { parse(pieces_[slot], sink, 0); };
    stages.consume = [&](std::size_t slot) { deliver(pieces_[slot], sink); };
    // A file of one block is not worth waking threads for.
    threads_.pipeline(first_waits_ && blocks_.at_end() ? 1 : pieces_.size(), stages);
    if (at_end_ && !is_live_) refuse_stray_quotes();
    return !at_end_;
}

bool CsvReader::next_piece(CsvPiece& piece) {
    if (std::exchange(first_waits_, false)) return true;
    piece.begin = 0;
    at_end_ = !blocks_.next(piece.block);
    return !at_end_;
}

void CsvReader::parse(CsvPiece& piece, const ChunkSink& sink, std::size_t first_line) const {
    piece.failed = false;
    try {
        parse_piece(piece, layout_.dialect, *sink.plan(), cells_, first_line);
    } catch (const Error&) {
        if (first_line > 0) throw;
        piece.failed = true;
    }
}

void CsvReader::deliver(CsvPiece& piece, ChunkSink& sink) {
    while (piece.failed || !sink.learn(piece.chunk)) parse(piece, sink, line_);
    piece.chunk.first_line = line_;
    piece.chunk.share = piece.block.share();
    sink.append(piece.chunk);
    for (BadRow& row : piece.bad_rows) {
        row.line += line_;
        bad_rows_.push_back(std::move(row));
    }
    look_for_stray_quotes(piece);
    line_ += piece.line_ends;
    blank_lines_ += piece.blank_lines;
}

/// A quote inside of a field may be one of a quoted field whose delimiter got lost. In a file without quoted fields it is a character.
void CsvReader::look_for_stray_quotes(const CsvPiece& piece) {
    has_quoted_ |= piece.has_quoted;
    if (stray_quote_line_ == 0 && piece.stray_quote_line > 0) stray_quote_line_ = line_ + piece.stray_quote_line - 1;
}

/// At the end, when all rows are known to fit.
void CsvReader::refuse_stray_quotes() const {
    if (stray_quote_line_ > 0 && has_quoted_)
        throw input_error_at(
            {file_, stray_quote_line_, {}},
            fmt::format("a quote stands inside of a field that is not quoted; add the delimiter that is lost before it, or "
                        "say that quotes are characters like others ({})",
                        named("quote", "none")));
}

}  // namespace treewright
