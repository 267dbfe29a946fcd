// Writes CSV that round-trips, field by field or a whole table: fields are quoted only where needed, a missing value is an empty field.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/data/table.h"

namespace treewright {

/// `?`, `NA`, `N/A`, `NaN`, `null`: unquoted and in any case they mean missing in a CSV file (in an ARFF file only `?` does).
[[nodiscard]] const std::vector<std::string>& default_na_words();

/// Receives the bytes in buffers of some ten thousand. What it throws passes through the writer.
using ByteSink = std::function<void(std::string_view)>;

/// Writes rows of fields, separated by commas and ended by a line feed. Call `finish` at the end: the destructor does not
/// flush.
class CsvWriter {
public:
    explicit CsvWriter(ByteSink sink) : sink_(std::move(sink)) {}

    void text(std::string_view text);  ///< a name or level, quoted where it would be read back as something else
    void raw(std::string_view text);   ///< quoted only if the syntax requires it: words that mean missing stay unquoted
    void number(double value);         ///< shortest text that reads back as the same double; NaN is missing
    void missing() { raw({}); }
    void end_row();
    void end_row_with(std::string_view fields);  ///< appends fields that are already CSV, with commas and quotes
    void finish();

private:
    void begin_field();

    ByteSink sink_;
    std::string buffer_;
    std::size_t fields_in_row_ = 0;
};

/// The table with a header of its column names. Dates and times as ISO, ordered cells by their level names. In a table of one
/// column missing is written NA, because a blank line is not a row.
void write_csv(const Table& table, const ByteSink& sink);

}  // namespace treewright
