// What differs between databases, as one description for each: how names, numbers, texts and dates are written, and what a database
// cannot hold. All that writes SQL asks this description, so that a new dialect is one more entry in dialect.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "treewright/data/schema.h"
#include "treewright/export/targets.h"

namespace treewright {

/// Which names of columns are one to a database.
enum class NameFolding { none, ascii, unicode };

struct SqlRules {
    SqlDialect dialect = SqlDialect::sqlite;
    std::string_view title;  ///< "PostgreSQL"

    char quote = '"';            ///< around names
    std::size_t name_bytes = 0;  ///< longer names are cut there; 0: any length
    bool allows_empty_name = false;
    bool replaces_variables = false;  ///< ${…} is replaced anywhere in a query, also in texts and names
    NameFolding folding = NameFolding::none;

    std::string_view number_type;
    std::string_view text_type;
    std::string_view date_type;
    std::string_view time_type;

    /// A value that stands in columns of numbers without being one, sorts above all numbers and equals itself: NaN; in SQLite, which stores NaN
    /// as NULL, the empty text, which an empty cell of a CSV becomes there.
    std::string_view no_number;
    std::string_view greatest;  ///< the function for the largest of some numbers
    std::string_view least;
    std::string_view whole_row;    ///< of a table @, as one value
    std::string_view row_columns;  ///< such a value @ as its columns; empty: the value only finds the row in the table again
    /// Behind a query: its columns are computed once, not copied into the expressions that use them.
    std::string_view fence;
    /// How deep CASE may be nested. Below that, conditions are joined by AND.
    std::size_t nesting = 0;
    /// The factors of a share that are multiplied in one step of the query.
    std::size_t questions_per_step = 8;

    double ticks_per_second = 0.0;                                 ///< the resolution of times
    std::string (*number)(double value) = nullptr;                 ///< a finite number, as exactly this double
    std::string (*unusual_text)(std::string_view text) = nullptr;  ///< a text that is better not written between plain quotes
    bool quotes_backslash = true;                                  ///< whether '\' is a plain character between quotes
    bool doubles_quotes = true;                                    ///< whether '' is a quote between quotes
    /// A column of dates or times as something that `moment_literal` compares with.
    std::string (*moment)(ColumnType type, const std::string& column) = nullptr;
    std::string (*moment_literal)(ColumnType type, const std::string& iso_text) = nullptr;
    /// A part of such a column as an integer; a weekday from 0, Sunday, on.
    std::string (*date_part)(DatePart part, ColumnType type, const std::string& column) = nullptr;
    /// A column of texts, compared byte by byte, whatever the column's collation is.
    std::string (*text_value)(const std::string& column) = nullptr;
    std::string_view true_word = "TRUE";
    std::string_view false_word = "FALSE";
    bool truth_is_number = false;  ///< truth values are 0 and 1
    /// A column of truth values, or of the texts false and true, in the same way.
    std::string (*truth_value)(const std::string& column) = nullptr;
};

const SqlRules& sql_rules(SqlDialect dialect);

}  // namespace treewright
