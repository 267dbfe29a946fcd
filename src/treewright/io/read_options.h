// Options for reading a table. Everything that is unset is detected, with a note unless it is the usual case.
//
// To add an option: a field here and an entry in read_parameters.cpp, where the compiler stops until the field is listed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/date_parts.h"
#include "treewright/data/parameter.h"

namespace treewright {

enum class DecimalSign { point, comma };
std::string_view word_of(DecimalSign sign);

enum class TextEncoding { utf8, utf16, utf16be, utf32, utf32be, windows1252, latin1 };
std::string_view word_of(TextEncoding encoding);

/// What becomes of rows that do not fit the table: a wrong number of fields, a broken quotation, a cell of the wrong type.
enum class BadRows {
    refuse,  ///< an error
    skip,    ///< they are left out
    pad,     ///< too short: the last cells are missing; too long: what is too much is cut off; else an error
};
std::string_view word_of(BadRows policy);

struct ReadOptions {
    std::optional<char> delimiter;         ///< what separates the fields; ' ' means runs of blanks; unset: detected
    std::optional<char> quote;             ///< '\0': there are no quotes; unset: detected
    std::optional<bool> escape;            ///< whether a backslash protects a quote; unset: detected
    std::optional<char> comment;           ///< lines that begin with it are passed over; '\0': there are none; unset: detected
    std::optional<std::size_t> skip;       ///< lines before the table; unset: detected
    std::optional<TextEncoding> encoding;  ///< unset: detected
    BadRows bad_rows = BadRows::refuse;
    std::string bad_rows_to;         ///< file for the rows that did not fit; empty: none
    std::optional<bool> header;      ///< whether the first row holds the names (--no-header: false); unset: detected
    std::vector<std::string> names;  ///< names of all columns, in place of those of the file; empty: the file's, else c1…
    std::optional<std::vector<std::string>>
        na;  ///< words that mean missing, besides the empty field, in all columns ("NA") or in one ("age=99"); see `missing_words`
    std::vector<std::string> categorical;  ///< names of columns that are categories whatever they look like
    std::vector<std::string> numeric;      ///< names of columns in which every cell must be a number
    std::vector<std::string> dates;      ///< "NAME" or "NAME=FORMAT" (`DateFormat`): in which every cell must be a date or time
    std::optional<DecimalSign> decimal;  ///< unset: decided by all rows
    std::vector<std::string>
        date_parts;          ///< "year", or "joined=year" for one column: features made of dates; see `wanted_parts`
    bool fold_case = false;  ///< whether spellings that differ only in case or blanks are one level
    std::optional<std::string> thousands;  ///< what stands between thousands; empty: nothing does; unset: decided by all rows
    std::vector<std::string> ignore;       ///< names of columns that are left out of the table
    std::vector<OrderedColumn> ordered;    ///< categories with an order; any other value in them is an error
    bool may_be_empty = false;             ///< whether a table without rows is no error
    std::size_t block_size = 256 * 1024;   ///< bytes read at a time; never changes the result
};

/// The words that mean missing in all columns; the default ones if `na` names none. Sorted by bytes, each once.
[[nodiscard]] std::vector<std::string> missing_words(const ReadOptions& options);
/// Those of one column: besides, what `na` says about it.
[[nodiscard]] std::vector<std::string> missing_words_of(const ReadOptions& options, const std::string& column);
/// "age=99" is {"age", "99"}; a word for all columns has no name.
struct NamedText {
    std::string name;
    std::string text;
};
[[nodiscard]] NamedText split_at_equals(const std::string& text);

[[nodiscard]] std::vector<WantedPart> wanted_parts(const ReadOptions& options);

/// The decimal sign that the user asks for: by name, or because the other one stands between thousands. Throws if one sign would be both.
[[nodiscard]] std::optional<DecimalSign> wanted_decimal(const ReadOptions& options);

/// How the bytes of a file become cells.
std::span<const ParameterOf<ReadOptions>> reading_parameters();
/// What the columns are, and which are left out: of no use where a model knows it.
std::span<const ParameterOf<ReadOptions>> column_parameters();

}  // namespace treewright
