// Writes CSV that reads back as what was written: fields are quoted only where they need it, missing is an empty field.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "treewright/data/table.h"

namespace treewright {

/// Takes the bytes as they are made, some ten thousand at a time. What it throws passes through the writer.
using ByteSink = std::function<void(std::string_view)>;

/// Writes rows of fields, separated by commas and ended by a line feed. Call `finish` at the end: nothing is flushed otherwise.
class CsvWriter {
public:
    explicit CsvWriter(ByteSink sink) : sink_(std::move(sink)) {}

    void text(std::string_view text);  ///< a name or level, quoted where it would be read back as something else
    void raw(std::string_view text);   ///< quoted only where the syntax needs it: words that mean missing stay bare
    void number(double value);         ///< shortest text that reads back as the same double; NaN is missing
    void missing() { raw({}); }
    void end_row();
    void end_row_with(std::string_view fields);  ///< fields as they stand in a line, with their commas and quotes
    void finish();

private:
    void begin_field();

    ByteSink sink_;
    std::string buffer_;
    std::size_t fields_in_row_ = 0;
};

/// The table with a header of its column names. Dates and times as ISO, ordered cells by their level names. In a table of one
/// column missing is written NA, because a blank line is no row.
void write_csv(const Table& table, const ByteSink& sink);

}  // namespace treewright
