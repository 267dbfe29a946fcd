// The text of a model file without its checksum, both ways. The words of the format are here, once.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "treewright/base/json_writer.h"
#include "treewright/tree/model.h"

namespace treewright::model_text {

/// How every model file begins; the format version follows.
inline constexpr std::string_view opening = R"({"treewright":"model","format":)";

template <typename Enum, std::size_t count>
using Words = std::array<std::pair<Enum, std::string_view>, count>;

inline constexpr Words<ColumnType, 5> column_types = {{{ColumnType::numeric, "numeric"},
                                                       {ColumnType::date, "date"},
                                                       {ColumnType::time, "time"},
                                                       {ColumnType::ordered, "ordered"},
                                                       {ColumnType::categorical, "categorical"}}};

inline constexpr Words<SplitKind, 5> split_kinds = {{{SplitKind::leaf, "leaf"},
                                                     {SplitKind::threshold, "threshold"},
                                                     {SplitKind::subset, "subset"},
                                                     {SplitKind::multiway, "multiway"},
                                                     {SplitKind::is_missing, "is_missing"}}};

/// Everything up to the comma and line break before the checksum.
std::string write(const Model& model);

/// A model from a text that `write` may have made. Throws an input `Error` that says where it is not of that form; what it returns
/// still has to pass `find_flaw`. Nothing nests deeper than the format does, so that nothing recurses.
Model read(std::string_view text, const std::string& name);

}  // namespace treewright::model_text
