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

#include "treewright/data/parameter.h"

namespace treewright {

enum class DecimalSign { point, comma };
std::string_view word_of(DecimalSign sign);

struct ReadOptions {
    std::optional<char> delimiter;   ///< what separates the fields; ' ' means runs of blanks; unset: detected
    std::optional<bool> header;      ///< whether the first row holds the names (--no-header: false); unset: detected
    std::vector<std::string> names;  ///< names of all columns, in place of those of the file; empty: the file's, else c1…
    std::optional<std::vector<std::string>>
        na;  ///< words that mean missing, besides the empty field, in all columns ("NA") or in one ("age=99"); see `missing_words`
    std::vector<std::string> categorical;  ///< names of columns that are categories whatever they look like
    std::vector<std::string> numeric;      ///< names of columns in which every cell must be a number
    std::vector<std::string> dates;        ///< "NAME" or "NAME=FORMAT" (`DateFormat`): in which every cell must be a date or time
    std::optional<DecimalSign> decimal;    ///< unset: decided by all rows
    std::optional<std::string> thousands;  ///< what stands between thousands; empty: nothing does; unset: decided by all rows
    std::vector<std::string> ignore;       ///< names of columns that are left out of the table
    std::vector<OrderedColumn> ordered;    ///< categories with an order; any other value in them is an error
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

/// How the bytes of a file become cells.
std::span<const ParameterOf<ReadOptions>> reading_parameters();
/// What the columns are, and which are left out: of no use where a model knows it.
std::span<const ParameterOf<ReadOptions>> column_parameters();

}  // namespace treewright
