// The text of a model file without its checksum, both ways. The words of the format are here, once.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/tree/model.h"
#include "treewright/tree/text_cursor.h"

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

inline constexpr Words<MissingPolicy, 3> missing_policies = {{{MissingPolicy::default_child, "default_child"},
                                                              {MissingPolicy::all_children, "all_children"},
                                                              {MissingPolicy::refuse, "refuse"}}};

inline constexpr Words<LeafKind, 1> leaf_kinds = {{{LeafKind::constant, "constant"}}};

inline constexpr Words<LeftOutReason, 3> left_out_reasons = {
    {{LeftOutReason::asked, "asked"}, {LeftOutReason::identifier, "identifier"}, {LeftOutReason::group, "group"}}};

/// What every kind of model has, to be read and to be written.
struct Head {
    Schema& schema;
    std::vector<NamedOption>& options;
    Provenance& provenance;
};
struct ConstHead {
    const Schema& schema;
    const std::vector<NamedOption>& options;
    const Provenance& provenance;
};
/// The kind of model, and the format it is written in.
struct Form {
    std::string_view kind;
    int format = 0;
};
/// From the first byte to the end of the provenance; returns the format.
int read_head(TextCursor& cursor, std::string_view kind, const Head& head);
/// The same; the object that it begins is left open.
void write_head(JsonWriter& json, const Form& form, const ConstHead& head);
/// A line and a key.
void begin_section(JsonWriter& json, std::string_view key);

/// Everything up to the comma and line break before the checksum. In format 1 only what that format can say.
std::string write(const Model& model, int format);

/// A model from a text that `write` may have made. Throws an input `Error` that says where it is not of that form; what it returns
/// still has to pass `find_flaw`. Nothing nests deeper than the format does, so that nothing recurses.
Model read(std::string_view text, const std::string& name);

/// The format that a model file says it is in; the text begins with the opening.
int format_of(std::string_view text);

}  // namespace treewright::model_text
