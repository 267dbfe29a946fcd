// Serialisation of a model without the checksum, both ways. The keywords of the format are defined here only.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/tree/model.h"
#include "treewright/tree/model_envelope.h"
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

inline constexpr Words<DatePart, 7> date_parts = {{{DatePart::year, "year"},
                                                   {DatePart::quarter, "quarter"},
                                                   {DatePart::month, "month"},
                                                   {DatePart::day, "day"},
                                                   {DatePart::weekday, "weekday"},
                                                   {DatePart::hour, "hour"},
                                                   {DatePart::minute, "minute"}}};

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

/// The part that all kinds of model have in common, for reading and for writing.
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
/// Writes the same; leaves the object open.
void write_head(JsonWriter& json, const Form& form, const ConstHead& head);
/// Starts a new line with this key.
void begin_section(JsonWriter& json, std::string_view key);

/// Everything up to the comma and line break before the checksum. In format 1 only what that format can express.
std::string write(const Model& model, int format);
/// The same in pieces: with many classes the text is far larger than the model, which keeps no zeros.
void write(const Model& model, int format, const model_file::TakeText& take);

/// Parses what `write` has written. Throws an input `Error` that says where the text deviates; the result still has to pass
/// `find_flaw`. The format has a fixed nesting depth, so nothing recurses.
Model read(std::string_view text, const std::string& name);

/// The format version of a model file; the text begins with the opening.
int format_of(std::string_view text);

}  // namespace treewright::model_text
