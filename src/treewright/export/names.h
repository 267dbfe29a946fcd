// The words of questions and answers, with real names. Whatever a name holds, its text stays on one line and cannot be mistaken for
// a part of the drawing.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "treewright/base/number_text.h"
#include "treewright/data/ids.h"
#include "treewright/data/schema.h"
#include "treewright/tree/tree.h"

namespace treewright {

inline constexpr std::string_view missing_word = "missing";
inline constexpr std::size_t any_width = std::numeric_limits<std::size_t>::max();

/// The name of a feature or a class: unchanged, or quoted and escaped where it is empty, has blanks at an end or holds characters that
/// are not printed.
std::string shown_name(std::string_view name);
/// The name of a level: quoted also where it holds a comma or a brace, or is a word for missing values.
std::string shown_level(std::string_view name);

/// "numeric", "date", "time", "ordered" or "categorical".
std::string_view type_word(ColumnType type);

/// A value of a numeric, date, time or ordered column.
std::string value_text(const ColumnSchema& column, double value);

/// A split with the column that it asks about, ready to be worded. The column stays the caller's.
struct NamedSplit {
    Split split;
    const ColumnSchema& column;
    /// The branch that rows without a value took in training, if there were any.
    std::optional<std::size_t> missing_position = std::nullopt;
    /// The threshold as a drawing writes it; without it as `value_text` does.
    std::optional<std::string> written_threshold = std::nullopt;
};
/// The question of `node`, which is a split.
NamedSplit split_at(const Schema& schema, const Tree& tree, NodeId node);
NamedSplit split_of(const Schema& schema, const Tree& tree, const Surrogate& surrogate);

/// The branch by itself: "≤ 77.5", "in {a, b}", "= c", "sunny", "missing". Sets wider than `width` give the number of levels they leave out,
/// names are shortened. Where training rows without a value went this way, " or missing" follows.
std::string branch_text(const NamedSplit& question, std::size_t position, std::size_t width = any_width);
/// The branch with the feature: "Humidity ≤ 77.5", "Outlook = sunny", "Humidity is missing".
std::string condition_text(const NamedSplit& question, std::size_t position, std::size_t width = any_width);
/// What a node asks, in short: "Humidity ≤ 77.5", "Outlook in {a, b}"; of a multiway question the feature alone.
std::string question_text(const NamedSplit& question, std::size_t width = any_width);

}  // namespace treewright
