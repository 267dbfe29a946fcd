// How a sentence names a parameter. The library does not know which front its user sits at: where the command line says
// `--min-leaf 5`, Python says `min_leaf=5` and Spark `minLeaf=5`. So a sentence holds a mark, made by `named`, and the front
// that prints it replaces the marks by its own spelling (`spelled`).
//
//     throw usage_error(fmt::format("{} has no effect without {}", named("surrogates"), named("missing", "surrogate")));
//
// A mark stands between two NUL bytes. Names from outside cannot look like one: no file name or argument holds a NUL, and the
// readers of tables refuse it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace treewright {

/// A parameter inside a sentence, by the catalogue's name, alone or with a value.
struct NamedParameter {
    std::string_view name;
    std::optional<std::string_view> value =
        std::nullopt;  ///< in capitals only (FILE, N): what would stand there; yes, no: a switch
};

/// What a front makes of one.
using Spelling = std::function<std::string(const NamedParameter&)>;

/// The marks, for sentences.
std::string named(std::string_view name);
std::string named(std::string_view name, std::string_view value);

/// 'text': a value that is somebody's word, such as the name of a column.
std::string in_quotes(std::string_view text);

/// The sentence with its marks spelled.
std::string spelled(std::string_view sentence, const Spelling& spelling);
/// The same for who has no front: by `plain_spelling`.
std::string spelled(std::string_view sentence);

std::string plain_spelling(const NamedParameter& parameter);         ///< min-leaf, min-leaf 5
std::string command_line_spelling(const NamedParameter& parameter);  ///< --min-leaf, --min-leaf 5, --raise, --no-raise
std::string python_spelling(const NamedParameter& parameter);        ///< min_leaf=, min_leaf=5, task='regression', raise_=True
std::string spark_spelling(const NamedParameter& parameter);         ///< minLeaf, minLeaf=5, task="regression", raise=true

}  // namespace treewright
