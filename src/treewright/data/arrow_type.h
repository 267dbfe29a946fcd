// What the cells of an Arrow column are, read from its schema once, before any cell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/arrow_c.h"
#include "treewright/data/schema.h"

namespace treewright {

enum class ArrowKind {
    null,        ///< every cell is missing
    truth,       ///< true or false, a bit each
    whole,       ///< integers of `bits`
    number,      ///< floats of `bits`
    decimal,     ///< integers of `bits` that stand for themselves over 10^`digits`
    date,        ///< days (32 bits) or milliseconds (64 bits) since 1970-01-01
    time,        ///< a point in time: integers that count units of 10^-`digits` seconds since 1970-01-01 UTC
    seconds,     ///< a time of day or a duration: the same units
    text,        ///< UTF-8
    dictionary,  ///< integers that point into the values of `inner[0]`
    run_ends,    ///< runs: `inner[0]` says where each ends, `inner[1]` its value
    refused,     ///< nothing that a cell of a table can hold
};

struct ArrowField {
    enum class TextLayout { offsets32, offsets64, views };

    std::string name;
    ArrowKind kind = ArrowKind::refused;
    int bits = 0;           ///< of a cell
    bool is_signed = true;  ///< whole, dictionary
    int digits = 0;         ///< decimal (may be negative), time, seconds
    TextLayout layout = TextLayout::offsets32;
    bool ordered = false;  ///< dictionary: its values have an order
    std::vector<ArrowField> inner;
    std::string holds;  ///< refused: what the column holds, for a sentence: "lists", "bytes"

    /// The field of the cells themselves, behind dictionaries and runs.
    [[nodiscard]] const ArrowField& cells() const;
    /// Whether a dictionary stands somewhere between the rows and the cells.
    [[nodiscard]] bool is_category() const;
    /// The type of the column that holds such cells as they are.
    [[nodiscard]] ColumnType column_type() const;
};

/// Never throws for a type that it does not know: such a column may be one that is left out.
[[nodiscard]] ArrowField read_field(const ArrowSchema& schema);

/// The columns of a table's schema. Throws an input `Error` if it is not a table's, or a name is not UTF-8; `source` is the name for
/// the sentence.
[[nodiscard]] std::vector<ArrowField> read_fields(const ArrowSchema& schema, std::string_view source);

/// What another library says of a failure, fit for a sentence: its first line, and no bytes that are not text.
[[nodiscard]] std::string spoken_reason(std::string_view said);

}  // namespace treewright
