#include "treewright/io/csv_reader.h"

#include <fmt/format.h>

#include <utility>

#include "treewright/io/bad_text.h"
#include "treewright/io/column_names.h"
#include "treewright/io/csv_splitter.h"
#include "treewright/io/place.h"

namespace treewright {

CsvReader::CsvReader(Source& source, const CsvLayout& layout, const ReadOptions& options, Messages& messages)
    : file_(source.name()),
      layout_(layout),
      blocks_(source, options.block_size, [this](std::span<char> bytes) { return complete_records(bytes, layout_.dialect); }) {
    Record first;
    if (!next_record(first)) throw input_error(fmt::format("{}: it is empty; give a file with rows", file_));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < first.fields.size(); ++i)
        names.push_back(layout_.header ? std::string(first.fields[i].text) : made_up_name(i));
    names = distinct_names(chosen_names(std::move(names), options, file_), file_, messages);
    for (std::string& name : names) columns_.push_back({std::move(name), ColumnRule::Kind::guess, {}});
    cells_.file = file_;
    cells_.decimal_comma = layout_.dialect.decimal_comma;
    if (options.na) cells_.missing = MissingWords(*options.na);
    if (!layout_.header) restart();
}

bool CsvReader::next(Record& record) {
    if (!next_record(record)) return false;
    if (record.fields.size() != columns_.size())
        throw input_error_at(
            {file_, record.line, {}},
            fmt::format("{} found where {} {} expected; mend the line, or quote fields that hold the delimiter",
                        counted(record.fields.size(), "field"), columns_.size(), columns_.size() == 1 ? "is" : "are"));
    return true;
}

void CsvReader::rewind() {
    restart();
    Record header;
    if (layout_.header) next_record(header);
}

void CsvReader::restart() {
    blocks_.rewind();
    parser_.reset();
    bad_text_.reset();
    blank_lines_ = 0;
}

bool CsvReader::next_record(Record& record) {
    while (!parser_ || !parser_->next(record))
        if (!next_block()) return false;
    if (bad_text_ || parser_->fault() != CsvFault::none) check_parsed();
    return true;
}

bool CsvReader::next_block() {
    std::optional<Block> block = blocks_.next();
    if (!block) return false;
    const std::size_t line = parser_ ? parser_->line() : 1;
    blank_lines_ = blank_lines();
    block_ = block;
    parser_.emplace(block_->bytes, line, layout_.dialect);
    if (block_->bad_byte) bad_text_ = bad_text_error(*block_, line, file_);
    return true;
}

/// Throws for what is wrong with the record that was just parsed: errors come in the order of the file, whatever the blocks.
void CsvReader::check_parsed() const {
    const bool unclosed = parser_->fault() == CsvFault::unclosed_quote;
    if (bad_text_ && (unclosed || parser_->position() > *block_->bad_byte)) throw *bad_text_;
    if (unclosed)
        throw input_error_at({file_, parser_->fault_line(), {}},
                             "the quote that opens here never closes; close it, or double a quote that is part of the text");
    if (parser_->fault() == CsvFault::text_after_quote)
        throw input_error_at({file_, parser_->fault_line(), {}},
                             "a field goes on after its closing quote; double the quotes that are part of the text");
}

}  // namespace treewright
