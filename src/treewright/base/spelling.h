// How a message names a parameter. The library does not know which front prints it: where the command line writes
// `--min-leaf 5`, Python writes `min_leaf=5` and Spark `minLeaf=5`. So a sentence contains marks, made by `named`, and the
// front replaces them by its own spelling (`spelled`).
//
//     throw usage_error(fmt::format("{} has no effect without {}", named("surrogates"), named("missing", "surrogate")));
//
// A mark is enclosed in NUL bytes. User-supplied names cannot be mistaken for one: no file name or argument contains a NUL, and
// the table readers refuse it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace treewright {

/// A parameter inside a sentence, by the catalogue's name, alone or with a value.
struct NamedParameter {
    std::string_view name;
    std::optional<std::string_view> value = std::nullopt;  ///< all capitals (FILE, N): a placeholder; yes, no: a switch
};

/// How a front writes a parameter.
using Spelling = std::function<std::string(const NamedParameter&)>;

/// The marks, for sentences.
std::string named(std::string_view name);
std::string named(std::string_view name, std::string_view value);
/// "row 5", with the number of a row from 1 on; fronts that count from 0 say "row 4".
std::string named_row(std::size_t number);

/// 'text': a user-supplied value, such as the name of a column.
std::string in_quotes(std::string_view text);

/// The sentence with its marks replaced.
std::string spelled(std::string_view sentence, const Spelling& spelling);
/// The same without a front: by `plain_spelling`.
std::string spelled(std::string_view sentence);

std::string plain_spelling(const NamedParameter& parameter);         ///< min-leaf, min-leaf 5
std::string command_line_spelling(const NamedParameter& parameter);  ///< --min-leaf, --min-leaf 5, --raise, --no-raise
std::string python_spelling(const NamedParameter& parameter);        ///< min_leaf=, min_leaf=5, task='regression', raise_=True
std::string spark_spelling(const NamedParameter& parameter);         ///< minLeaf, minLeaf=5, task="regression", raise=true

}  // namespace treewright
