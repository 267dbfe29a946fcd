// The type of an Arrow column, parsed from its schema once, before any cell is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/arrow_c.h"
#include "treewright/data/schema.h"

namespace treewright {

enum class ArrowKind {
    null,        ///< every cell is missing
    boolean,     ///< booleans, one bit each
    integer,     ///< integers of `bits`
    number,      ///< floats of `bits`
    decimal,     ///< integers of `bits`, to be divided by 10^`digits`
    date,        ///< days (32 bits) or milliseconds (64 bits) since 1970-01-01
    time,        ///< a timestamp: integers that count units of 10^-`digits` seconds since 1970-01-01 UTC
    seconds,     ///< a time of day or a duration: the same units
    text,        ///< UTF-8
    dictionary,  ///< indices into the values of `inner[0]`
    run_ends,    ///< run-length encoded: `inner[0]` holds the run ends, `inner[1]` the values
    refused,     ///< a type that a table cannot hold
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
    std::string holds;  ///< refused: what the column holds, for a message: "lists", "bytes"

    /// The field of the values, with dictionaries and runs resolved.
    [[nodiscard]] const ArrowField& cells() const;
    /// Whether the values are dictionary-encoded at some level.
    [[nodiscard]] bool is_category() const;
    /// The type of a column that holds such values unconverted.
    [[nodiscard]] ColumnType column_type() const;
};

/// Never throws for an unknown type: the column may be one that is left out.
[[nodiscard]] ArrowField read_field(const ArrowSchema& schema);

/// The columns of a table's schema. Throws an input `Error` if it is not a table's, or a name is not UTF-8; `source` is the
/// name in messages.
[[nodiscard]] std::vector<ArrowField> read_fields(const ArrowSchema& schema, std::string_view source);

/// Another library's error message, made fit for a sentence: its first line, without bytes that are not text.
[[nodiscard]] std::string printable_reason(std::string_view said);

}  // namespace treewright
