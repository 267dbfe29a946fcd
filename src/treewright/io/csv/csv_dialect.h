// The dialect of a CSV file: delimiter, quotes, decimal sign, header. The file does not declare it, so it is detected from the first rows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "treewright/io/cells/missing_words.h"
#include "treewright/io/cells/record.h"
#include "treewright/io/read_options.h"

namespace treewright {

class CsvParser;

struct CsvDialect {
    char delimiter = ',';                    ///< ' ' means runs of blanks and tabs
    char quote = '"';                        ///< or '\''; '\0': there are none
    bool backslash = false;                  ///< \" in a quoted field is a quote anywhere, and \\ a backslash
    bool plain_backslash = false;            ///< \ is a character like others; else \" is a quote where a field could not end
    char comment = '\0';                     ///< lines that begin with it are passed over; '\0': there are none
    bool decimal_comma = false;              ///< 3,5 is a number and 3.5 is not; with a comma as delimiter only if asked for
    std::vector<std::size_t> comma_columns;  ///< the columns with a decimal comma
};

/// The first bytes of a file.
struct Sample {
    std::string bytes;        ///< without a byte order mark
    bool whole_file = false;  ///< else the file goes on
};

/// What the options set is used unchanged. `missing` cells do not count for the decimal sign.
[[nodiscard]] CsvDialect detect_dialect(const Sample& sample, const ReadOptions& options, const MissingWords& missing);

/// The complete records of a sample up to the first fault. Their texts hold as long as the sample and this.
struct SampleRecords {
    std::shared_ptr<const CsvParser> parser;  ///< holds texts that are not in the sample verbatim
    std::vector<Record> records;
    bool faultless = true;
};
[[nodiscard]] SampleRecords parse_sample(const Sample& sample, const CsvDialect& dialect);

/// The number of records, at most 20, that stand before the table: they have fewer fields than most rows, or only one
/// with a text, and what follows them looks like names. Footnotes at the end of the sample do not count.
[[nodiscard]] std::size_t records_before_table(const SampleRecords& sample, const MissingWords& missing, bool decimal_comma);

/// What the first row looks like compared with the rows below it.
enum class FirstRow {
    names,        ///< words above a column of numbers
    maybe_names,  ///< words above words, of which fewer than half recur below
    data,
};
[[nodiscard]] FirstRow detect_first_row(const std::vector<Record>& records, const MissingWords& missing, bool decimal_comma);
/// A word in the first row above a column of numbers or dates, which may be a name although the row looks like data; empty: none.
[[nodiscard]] std::string word_above_values(const std::vector<Record>& records, const MissingWords& missing,
                                            bool decimal_comma);

}  // namespace treewright
