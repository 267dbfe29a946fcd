#include "treewright/io/json/json_chunk_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/io/bytes/bad_text.h"
#include "treewright/io/csv/csv_chunk_parser.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

class JsonPieceParser {
public:
    JsonPieceParser(JsonPiece& piece, const JsonLayout& layout, const CellRules& cells, std::size_t first_line)
        : piece_(piece),
          chunk_(piece.chunk),
          layout_(layout),
          cells_(cells),
          first_line_(first_line),
          bytes_(std::as_const(piece.block).bytes()) {}

    void parse(const ChunkPlan& plan) {
        begin(plan);
        JsonRecordUse use;
        use.take = [this](const std::vector<JsonCell>& cells, std::size_t line) { add_row(cells, line); };
        use.leaves_out_bad_text = cells_.rows_are_lines;
        if (cells_.bad_rows == BadRows::skip)
            use.leave_out = [this](BadRow row) {
                row.line -= first_line_;
                piece_.bad_rows.push_back(std::move(row));
            };
        const JsonParser parser =
            for_records({bytes_, first_line_, layout_.form, piece_.from_start, cells_.file}, piece_.block.offset(), use);
        piece_.line_ends = parser.line() - first_line_;
        piece_.is_closed = parser.is_closed();
    }

private:
    void begin(const ChunkPlan& plan) {
        chunk_.rows = 0;
        piece_.bad_rows.clear();
        chunk_.columns.resize(plan.size(), ColumnCells(cells_));
        for (std::size_t i = 0; i < plan.size(); ++i) chunk_.columns[i].begin(plan[i]);
        for (ColumnCells& column : chunk_.columns) column.make_room(chunk_.lines.size());
        unused_.clear();
        for (const CellPlan& column : plan) unused_.push_back(column.rule->kind == ColumnRule::Kind::ignore && !column.kept);
        last_row_.assign(plan.size(), 0);
    }

    void make_room() {
        chunk_.lines.resize(std::max<std::size_t>(64, 2 * chunk_.rows));
        for (ColumnCells& column : chunk_.columns) column.make_room(chunk_.lines.size());
    }

    void add_row(const std::vector<JsonCell>& cells, std::size_t line) {
        if (chunk_.rows == chunk_.lines.size()) make_room();
        fields_.assign(chunk_.columns.size(), {});
        last_columns_.resize(std::max(last_columns_.size(), cells.size()), JsonNames::none);
        ++record_;
        others_.clear();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::size_t column = last_columns_[i] = layout_.names.find(cells[i].name, last_columns_[i]);
            if (column != JsonNames::none)
                place_cell(cells[i], column);
            else
                others_.push_back(&cells[i]);
        }
        check_others();
        if (others_.size() == cells.size() && layout_.refuses_foreign_rows)
            throw input_error_at({cells_.file, line, {}},
                                 "the record has none of the model's columns; look whether its keys are spelled as theirs");
        for (std::size_t i = 0; i < fields_.size(); ++i) add_cell(fields_[i], i, line);
        chunk_.lines[chunk_.rows++] = static_cast<std::uint32_t>(line - first_line_);
    }

    /// Those that are no columns.
    void check_others() {
        const auto name = [](const JsonCell* cell) -> std::string_view { return cell->name; };
        for (const JsonCell* cell : others_)
            if (layout_.refuses_new_names && cell->kind != JsonCell::Kind::null) throw new_name(*cell);
        std::stable_sort(others_.begin(), others_.end(), [&](const auto* a, const auto* b) { return name(a) < name(b); });
        const auto twice = std::adjacent_find(others_.begin(), others_.end(),
                                              [&](const auto* a, const auto* b) { return name(a) == name(b); });
        if (twice != others_.end()) throw given_twice(**std::next(twice), cells_.file);
    }

    void place_cell(const JsonCell& cell, std::size_t column) {
        if (std::exchange(last_row_[column], record_) == record_) throw given_twice(cell, cells_.file);
        if (cell.kind == JsonCell::Kind::list && !unused_[column])
            throw input_error_at({cells_.file, cell.line, {}},
                                 fmt::format("the key {} holds a list, and a cell holds one value; give each item a key of its "
                                             "own, or leave the column out",
                                             excerpt(cell.name)));
        fields_[column] = cell.field;
    }

    void add_cell(const Field& field, std::size_t column, std::size_t line) {
        // The short way is for texts with the block's padding around them.
        const bool in_block = field.text.data() >= bytes_.data() && field.text.data() < bytes_.data() + bytes_.size();
        if (in_block && chunk_.columns[column].add_quickly(field.text.data(), field.text.size(), chunk_.rows)) return;
        chunk_.columns[column].add(field, chunk_.rows, line);
    }

    [[nodiscard]] Error new_name(const JsonCell& cell) const {
        return input_error_at({cells_.file, cell.line, {}},
                              fmt::format("the key {} appears when the columns are written already; name those to be kept "
                                          "instead of all",
                                          excerpt(cell.name)));
    }

    JsonPiece& piece_;
    Chunk& chunk_;
    const JsonLayout& layout_;
    const CellRules& cells_;
    std::size_t first_line_;
    std::span<const char> bytes_;
    std::vector<Field> fields_;              ///< of a row, for each column
    std::vector<bool> unused_;               ///< for each column
    std::vector<std::size_t> last_row_;      ///< for each column: the last record that has it, counted from 1
    std::vector<std::size_t> last_columns_;  ///< of the keys of the record before: the next has the same, as a rule
    std::vector<const JsonCell*> others_;    ///< cells of a record that are no columns
    std::size_t record_ = 0;
};

std::string text_between(std::span<const char> bytes, std::size_t begin, std::size_t end) {
    std::string_view text(bytes.data() + begin, end - begin);
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return std::string(text);
}

}  // namespace

JsonParser for_records(const JsonParser::Input& input, std::uint64_t offset, const JsonRecordUse& use) {
    const auto bad = find_bad_text(input.bytes, offset, input.first_line);
    JsonParser parser(input);
    std::vector<JsonCell> cells;
    for (;;) {
        std::size_t begin = 0, line = 0;
        bool is_begun = false, is_read = false;
        try {
            if (!parser.begin_record()) break;
            begin = parser.position(), line = parser.line();
            is_begun = true;
            parser.read(cells);
            is_read = true;
            if (!bad || parser.position() <= bad->position) {
                use.take(cells, line);
                continue;
            }
            throw bad_text_error(*bad, input.file);
        } catch (const Error& error) {
            // Bytes that are not text are behind what else is wrong.
            const bool is_text = !bad || parser.position() < bad->position;
            const bool may_go_on = is_read || (is_begun && input.form == JsonForm::lines);
            if (!use.leave_out || !may_go_on || !(is_text || use.leaves_out_bad_text)) {
                if (is_text) throw;
                throw bad_text_error(*bad, input.file);
            }
            if (!is_read) parser.skip_line();
            use.leave_out(
                {line, without_place(error.sentence(), input.file), text_between(input.bytes, begin, parser.position())});
        }
    }
    return parser;
}

void parse_piece(JsonPiece& piece, const JsonLayout& layout, const ChunkPlan& plan, const CellRules& cells,
                 std::size_t first_line) {
    parse_by_types(piece.chunk, plan,
                   [&](const ChunkPlan& types) { JsonPieceParser(piece, layout, cells, first_line).parse(types); });
}

}  // namespace treewright
