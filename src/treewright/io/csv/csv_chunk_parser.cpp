#include "treewright/io/csv/csv_chunk_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/io/bytes/text_check.h"
#include "treewright/io/csv/csv_quotes.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Whether numbers can be distinguished from delimiters by their characters alone. Any byte may be given as the delimiter.
bool is_plain_delimiter(char delimiter, char decimal_sign) {
    constexpr std::string_view of_numbers = "0123456789+-";
    return delimiter != ' ' && delimiter != decimal_sign && of_numbers.find(delimiter) == std::string_view::npos;
}

/// Reads a row by its marks as long as it is plain: as many fields as there are columns, no quotes. Any other row, and one with an
/// error, is left to `CsvParser`, which reports errors in the right order.
class PieceParser {
public:
    PieceParser(CsvPiece& piece, const CsvDialect& dialect, const CellRules& cells, std::size_t first_line)
        : piece_(piece),
          chunk_(piece.chunk),
          dialect_(dialect),
          cells_(cells),
          first_line_(first_line),
          bytes_(std::as_const(piece.block).bytes().subspan(piece.begin)),
          parser_(bytes_, first_line, dialect),
          line_(first_line) {}

    void parse(const ChunkPlan& plan) {
        begin(plan);
        while (at_ < bytes_.size()) {
            if (chunk_.rows == chunk_.lines.size()) make_room();
            if (!plain_ || !add_plain_row()) add_any_row();
        }
        piece_.line_ends = line_ - first_line_;
        piece_.blank_lines = parser_.blank_lines();
        piece_.has_quoted = parser_.has_quoted();
        const auto stray = parser_.stray_quote_line();
        piece_.stray_quote_line = stray ? *stray - first_line_ + 1 : 0;
    }

private:
    void begin(const ChunkPlan& plan) {
        chunk_.rows = 0;
        piece_.bad_rows.clear();
        chunk_.columns.resize(plan.size(), ColumnCells(cells_));
        for (std::size_t i = 0; i < plan.size(); ++i) chunk_.columns[i].begin(plan[i]);
        for (ColumnCells& column : chunk_.columns) column.make_room(chunk_.lines.size());
        find_number_columns();
        find_marks(bytes_, dialect_, piece_.marks);
        if (!piece_.marks.plain_ascii) bad_ = find_bad_text(bytes_, piece_.block.offset() + piece_.begin, first_line_);
        plain_ = !bad_ && is_plain_delimiter(dialect_.delimiter, cells_.decimal_sign());
    }

    void find_number_columns() {
        const std::size_t width = chunk_.columns.size();
        run_lengths_.assign(width + 1, 0);
        numbers_.resize(width);
        for (std::size_t i = width; i-- > 0;)
            if (chunk_.columns[i].takes_numbers()) run_lengths_[i] = run_lengths_[i + 1] + 1;
    }

    void make_room() {
        chunk_.lines.resize(std::max<std::size_t>(64, 2 * chunk_.rows));
        for (ColumnCells& column : chunk_.columns) column.make_room(chunk_.lines.size());
    }

    /// To the first mark that is not behind us.
    void pass_marks() {
        while (mark_ < piece_.marks.count && piece_.marks.positions[mark_] < at_) ++mark_;
    }

    /// False if the row is not plain; then it is read again by the general parser.
    bool add_plain_row() {
        const std::size_t width = chunk_.columns.size();
        if (mark_ + width > piece_.marks.count) return false;
        if (dialect_.comment != '\0' && bytes_[at_] == dialect_.comment) return false;
        const std::uint32_t* const ends = piece_.marks.positions.data() + mark_;
        const char* const bytes = bytes_.data();
        std::size_t begin = at_;
        for (std::size_t i = 0; i + 1 < width; ++i)
            if (bytes[ends[i]] != dialect_.delimiter) return false;
        if (!is_line_end(bytes[ends[width - 1]])) return false;
        for (std::size_t i = 0; i < width; ++i) {
            const std::size_t numbers = add_numbers(i, begin, ends + i);
            if (numbers > 0) begin = ends[i + numbers - 1] + 1;
            i += numbers;
            if (i == width) break;
            if (!chunk_.columns[i].add_quickly(bytes + begin, ends[i] - begin, chunk_.rows) &&
                !add_plain_field(i, begin, ends[i]))
                return false;
            begin = ends[i] + 1;
        }
        end_plain_row(begin, width);
        return true;
    }

    /// Adds the numbers of the columns from `column` on, as far as they are plain; returns how many.
    std::size_t add_numbers(std::size_t column, std::size_t begin, const std::uint32_t* ends) {
        if (run_lengths_[column] == 0) return 0;
        const std::size_t count =
            read_numbers({bytes_.data(), begin, ends, run_lengths_[column], cells_.decimal_sign()}, numbers_.data());
        for (std::size_t i = 0; i < count; ++i) chunk_.columns[column + i].add(numbers_[i], chunk_.rows);
        return count;
    }

    void end_plain_row(std::size_t begin, std::size_t width) {
        chunk_.lines[chunk_.rows++] = static_cast<std::uint32_t>(line_ - first_line_);
        mark_ += width;
        ++line_;
        at_ = begin;
        if (bytes_[begin - 1] == '\r' && begin < bytes_.size() && bytes_[begin] == '\n') {
            ++at_;
            ++mark_;
        }
    }

    /// False if the row has to be looked at in the general way.
    bool add_plain_field(std::size_t column, std::size_t begin, std::size_t end) {
        const std::string_view text = without_blanks({bytes_.data() + begin, end - begin});
        if (text.empty() && chunk_.columns.size() == 1) return false;  // a blank line
        try {
            chunk_.columns[column].add({text, false}, chunk_.rows, line_);
            return true;
        } catch (const Error&) {
            return false;
        }
    }

    void add_any_row() {
        parser_.go_to(at_, line_);
        if (parser_.next(record_)) add_record();
        at_ = parser_.position();
        line_ = parser_.line();
        pass_marks();
    }

    void add_record() {
        const std::size_t begin = at_;
        try {
            check_record(parser_, bad_, cells_.file, cells_.rows_are_lines);
            fit_width();
            for (std::size_t i = 0; i < record_.fields.size(); ++i)
                chunk_.columns[i].add(record_.fields[i], chunk_.rows, record_.line);
        } catch (const Error& error) {
            const bool is_text = dynamic_cast<const BadTextError*>(&error) == nullptr;
            const bool may_go_on = cells_.rows_are_lines || (is_text && parser_.fault() != CsvFault::unclosed_quote);
            if (cells_.bad_rows != BadRows::skip || !may_go_on) throw;
            if (parser_.fault() != CsvFault::none) parser_.skip_line();
            return keep_bad_row(without_place(error.sentence(), cells_.file), begin);
        }
        chunk_.lines[chunk_.rows++] = static_cast<std::uint32_t>(record_.line - first_line_);
    }

    /// A row of another width is padded or cut if the user wants it.
    void fit_width() {
        const std::size_t width = chunk_.columns.size(), found = record_.fields.size();
        if (found == width) return;
        const std::string what =
            fmt::format("{} found where {} {} expected", counted(found, "field"), width, width == 1 ? "is" : "are");
        if (cells_.bad_rows == BadRows::skip) throw input_error_at({cells_.file, record_.line, {}}, what);
        if (cells_.bad_rows != BadRows::pad)
            throw input_error_at(
                {cells_.file, record_.line, {}},
                fmt::format("{}; fix the line, quote fields that contain the delimiter, or let such rows be skipped or "
                            "padded ({})",
                            what, named("bad-rows")));
        record_.fields.resize(width);
        keep_bad_row(what, at_);
    }

    void keep_bad_row(std::string what, std::size_t begin) {
        std::string_view text(bytes_.data() + begin, parser_.position() - begin);
        while (!text.empty() && is_line_end(text.back())) text.remove_suffix(1);
        while (!text.empty() && is_line_end(text.front())) text.remove_prefix(1);
        piece_.bad_rows.push_back({record_.line - first_line_, std::move(what), std::string(text)});
    }

    CsvPiece& piece_;
    Chunk& chunk_;
    const CsvDialect& dialect_;
    const CellRules& cells_;
    std::size_t first_line_;
    std::span<const char> bytes_;
    CsvParser parser_;
    Record record_;
    bool plain_ = true;  ///< whether rows may be read by their marks
    std::optional<BadText> bad_;
    std::size_t at_ = 0;    ///< where the next row begins
    std::size_t mark_ = 0;  ///< the first one not before `at_`
    std::size_t line_;
    std::vector<std::size_t> run_lengths_;  ///< for each column: how many from it on are read as numbers
    std::vector<PlainNumber> numbers_;
};

}  // namespace

std::optional<BadText> find_bad_text(std::span<const char> bytes, std::uint64_t offset, std::size_t first_line) {
    const std::string_view text(bytes.data(), bytes.size());
    const auto position = find_bad_byte(text);
    if (!position) return std::nullopt;
    return BadText{text, *position, offset, first_line};
}

void check_record(const CsvParser& parser, const std::optional<BadText>& bad, const std::string& file, bool rows_are_lines) {
    const bool unclosed = parser.fault() == CsvFault::unclosed_quote;
    if (bad && (unclosed || parser.position() > bad->position)) throw bad_text_error(*bad, file);
    if (unclosed)
        throw input_error_at(
            {file, parser.fault_line(), {}},
            fmt::format("the quote that opens here is {}; close it, or double a quote that is part of the text",
                        rows_are_lines ? "not closed in its line" : "never closed"));
    if (parser.fault() == CsvFault::text_after_quote)
        throw input_error_at({file, parser.fault_line(), {}},
                             "there is text after the closing quote; double the quotes that are part of the text");
}

void parse_piece(CsvPiece& piece, const CsvDialect& dialect, const ChunkPlan& plan, const CellRules& cells,
                 std::size_t first_line) {
    parse_by_types(piece.chunk, plan,
                   [&](const ChunkPlan& types) { PieceParser(piece, dialect, cells, first_line).parse(types); });
}

}  // namespace treewright
