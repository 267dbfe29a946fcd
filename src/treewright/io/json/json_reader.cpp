#include "treewright/io/json/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "treewright/io/cells/column_names.h"
#include "treewright/io/csv/csv_splitter.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

Error does_not_end(const std::string& file, std::size_t line) {
    return input_error_at({file, line, {}}, "the array of records does not end; get the whole file, or add the ]");
}

}  // namespace

JsonReader::JsonReader(Source& source, JsonForm form, const ReadOptions& options, const std::optional<AskedColumns>& asked,
                       const Run& run)
    : PieceReader(source, options, run,
                  [this](std::span<const char> bytes) {
                      return is_live_ ? first_line_length(bytes) : complete_json(bytes, layout_.form);
                  }),
      layout_{form, {}} {
    const bool all = !asked || (!is_live_ && source.has_size());
    // Where each line is answered before the next one comes, none is looked at in advance without need.
    if (all || !is_live_ || asked->all) find_names(all, options.bad_rows == BadRows::skip && !is_live_);
    if (!all) ask_for(*asked, is_live_);
    const std::vector<std::string>& found = layout_.names.names();
    if (found.empty()) throw input_error(fmt::format("{}: its records have no keys; give a file with rows", file_));
    for (std::string& name : distinct_names(found, file_, run.messages))
        columns_.push_back({std::move(name), ColumnRule::Kind::guess, {}});
    cells_.texts_are_quoted = true;
    cells_.gives_missing_words = options.na.has_value();
}

/// The names of all records, or of those in the first blocks.
void JsonReader::find_names(bool all, bool skips) {
    JsonRecordUse use;
    use.take = [this](const std::vector<JsonCell>& cells, std::size_t) { layout_.names.add(cells, file_); };
    if (skips) use.leave_out = [](const BadRow&) {};
    Block block;
    std::size_t line = 1;
    bool is_closed = false;
    for (bool from_start = true; (all || layout_.names.records() == 0) && blocks_.next(block); from_start = false) {
        const JsonParser parser =
            for_records({std::as_const(block).bytes(), line, layout_.form, from_start, file_}, block.offset(), use);
        line = parser.line();
        is_closed = parser.is_closed();
    }
    if (all && layout_.form == JsonForm::array && !is_closed) throw does_not_end(file_, line);
    if (layout_.names.records() == 0) throw input_error(fmt::format("{}: it holds no records; give a file with rows", file_));
    layout_.names.refuse_columns(file_);
    layout_.names.drop_null_objects();
    blocks_.rewind();
}

/// Columns that are asked for may turn up later. A file without any of them is another one.
void JsonReader::ask_for(const AskedColumns& asked, bool is_live) {
    layout_.refuses_new_names = asked.all;
    layout_.refuses_foreign_rows = is_live;
    const auto is_found = [this](const std::string& name) { return layout_.names.find(name) != JsonNames::none; };
    if (!is_live && std::none_of(asked.names.begin(), asked.names.end(), is_found)) return;
    for (const std::string& name : asked.names) layout_.names.add(name);
}

void JsonReader::rewind() {
    rewind_to(1);
    at_start_ = true;
    is_closed_ = false;
}

bool JsonReader::next_piece(JsonPiece& piece) {
    piece.from_start = std::exchange(at_start_, false);
    return next_block(piece);
}

void JsonReader::parse(JsonPiece& piece, const ChunkPlan& plan, std::size_t first_line) const {
    parse_piece(piece, layout_, plan, cells_, first_line);
}

void JsonReader::check_end() const {
    if (layout_.form == JsonForm::array && !is_closed_) throw does_not_end(file_, line_);
}

}  // namespace treewright
