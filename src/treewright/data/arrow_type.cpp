#include "treewright/data/arrow_type.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/utf8.h"

namespace treewright {

namespace {

ArrowField plain(ArrowKind kind, int bits = 0, bool is_signed = true) {
    ArrowField field;
    field.kind = kind;
    field.bits = bits;
    field.is_signed = is_signed;
    return field;
}

ArrowField text(ArrowField::TextLayout layout) {
    ArrowField field = plain(ArrowKind::text);
    field.layout = layout;
    return field;
}

ArrowField counted(ArrowKind kind, int bits, int digits) {
    ArrowField field = plain(kind, bits);
    field.digits = digits;
    return field;
}

ArrowField refused(std::string holds) {
    ArrowField field;
    field.holds = std::move(holds);
    return field;
}

/// The types whose format string has no parameters.
const std::map<std::string_view, ArrowField>& fixed_formats() {
    using Layout = ArrowField::TextLayout;
    static const std::map<std::string_view, ArrowField> formats = {
        {"n", plain(ArrowKind::null)},
        {"b", plain(ArrowKind::boolean)},
        {"c", plain(ArrowKind::integer, 8)},
        {"C", plain(ArrowKind::integer, 8, false)},
        {"s", plain(ArrowKind::integer, 16)},
        {"S", plain(ArrowKind::integer, 16, false)},
        {"i", plain(ArrowKind::integer, 32)},
        {"I", plain(ArrowKind::integer, 32, false)},
        {"l", plain(ArrowKind::integer, 64)},
        {"L", plain(ArrowKind::integer, 64, false)},
        {"e", plain(ArrowKind::number, 16)},
        {"f", plain(ArrowKind::number, 32)},
        {"g", plain(ArrowKind::number, 64)},
        {"u", text(Layout::offsets32)},
        {"U", text(Layout::offsets64)},
        {"vu", text(Layout::views)},
        {"tdD", plain(ArrowKind::date, 32)},
        {"tdm", plain(ArrowKind::date, 64)},
        {"tts", counted(ArrowKind::seconds, 32, 0)},
        {"ttm", counted(ArrowKind::seconds, 32, 3)},
        {"ttu", counted(ArrowKind::seconds, 64, 6)},
        {"ttn", counted(ArrowKind::seconds, 64, 9)},
        {"tDs", counted(ArrowKind::seconds, 64, 0)},
        {"tDm", counted(ArrowKind::seconds, 64, 3)},
        {"tDu", counted(ArrowKind::seconds, 64, 6)},
        {"tDn", counted(ArrowKind::seconds, 64, 9)},
        {"+r", plain(ArrowKind::run_ends)},
        {"z", refused("bytes")},
        {"Z", refused("bytes")},
        {"vz", refused("bytes")},
        {"+s", refused("records (structs)")},
        {"+m", refused("maps")},
    };
    return formats;
}

std::vector<int> numbers_in(std::string_view text) {
    std::vector<int> numbers;
    while (!text.empty()) {
        int number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc()) return {};
        numbers.push_back(number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty()) text.remove_prefix(1);
    }
    return numbers;
}

/// d:precision,scale or d:precision,scale,bits.
std::optional<ArrowField> decimal(std::string_view parameters) {
    const std::vector<int> numbers = numbers_in(parameters);
    if (numbers.size() < 2) return std::nullopt;
    const int bits = numbers.size() > 2 ? numbers[2] : 128;
    if (bits != 32 && bits != 64 && bits != 128 && bits != 256) return std::nullopt;
    return counted(ArrowKind::decimal, bits, numbers[1]);
}

/// tss:zone, tsm:zone, tsu:zone, tsn:zone. With or without a zone, the count is in UTC; a zone only determines how it is
/// displayed.
std::optional<ArrowField> timestamp(char unit) {
    constexpr std::string_view units = "smun";
    const std::size_t position = units.find(unit);
    if (position == std::string_view::npos) return std::nullopt;
    return counted(ArrowKind::time, 64, static_cast<int>(position) * 3);
}

ArrowField field_of(std::string_view format) {
    if (const auto found = fixed_formats().find(format); found != fixed_formats().end()) return found->second;
    std::optional<ArrowField> field;
    if (format.starts_with("d:")) field = decimal(format.substr(2));
    if (format.starts_with("ts") && format.size() > 3 && format[3] == ':') field = timestamp(format[2]);
    if (format.starts_with("w:")) field = refused("bytes");
    if (format.starts_with("ti")) field = refused("calendar intervals");
    if (format.starts_with("+l") || format.starts_with("+L") || format.starts_with("+v") || format.starts_with("+w"))
        field = refused("lists");
    if (format.starts_with("+u")) field = refused("unions");
    return field.value_or(refused(fmt::format("cells of the unknown Arrow type '{}'", format)));
}

}  // namespace

const ArrowField& ArrowField::cells() const { return inner.empty() ? *this : inner.back().cells(); }

bool ArrowField::is_category() const {
    return kind == ArrowKind::dictionary || (kind == ArrowKind::run_ends && inner.back().is_category());
}

ColumnType ArrowField::column_type() const {
    if (kind == ArrowKind::dictionary) return ordered ? ColumnType::ordered : ColumnType::categorical;
    if (kind == ArrowKind::run_ends) return is_category() ? ColumnType::categorical : cells().column_type();
    if (kind == ArrowKind::date) return ColumnType::date;
    if (kind == ArrowKind::time) return ColumnType::time;
    return kind == ArrowKind::text || kind == ArrowKind::boolean ? ColumnType::categorical : ColumnType::numeric;
}

ArrowField read_field(const ArrowSchema& schema) {
    ArrowField field = field_of(schema.format != nullptr ? schema.format : "");
    if (schema.dictionary != nullptr && field.kind == ArrowKind::integer) {
        field.kind = ArrowKind::dictionary;
        field.ordered = (schema.flags & arrow_flag_dictionary_ordered) != 0;
        field.inner.push_back(read_field(*schema.dictionary));
    }
    if (field.kind == ArrowKind::run_ends && schema.n_children == 2)
        for (int child = 0; child < 2; ++child) field.inner.push_back(read_field(*schema.children[child]));
    if (field.kind == ArrowKind::run_ends && (field.inner.empty() || field.inner[0].kind != ArrowKind::integer))
        field = refused("runs without their ends");
    if (!field.inner.empty() && field.inner.back().kind == ArrowKind::run_ends) field = refused("runs within other cells");
    if (!field.inner.empty() && field.cells().kind == ArrowKind::refused) field = refused(field.cells().holds);
    field.name = schema.name != nullptr ? schema.name : "";
    return field;
}

std::vector<ArrowField> read_fields(const ArrowSchema& schema, std::string_view source) {
    if (schema.format == nullptr || std::string_view(schema.format) != "+s")
        throw input_error(fmt::format("{}: it is not a table with columns; hand over a table or record batches", source));
    std::vector<ArrowField> fields;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
        fields.push_back(read_field(*schema.children[i]));
        if (!is_utf8(fields.back().name))
            throw input_error(
                fmt::format("{}: the name of its column {} is not UTF-8; it is damaged, create it again", source, i + 1));
    }
    return fields;
}

std::string printable_reason(std::string_view said) {
    std::string reason(said.substr(0, said.find('\n')));
    const auto is_text = [](char c) { return static_cast<unsigned char>(c) >= 0x20U && static_cast<unsigned char>(c) < 0x7FU; };
    for (char& c : reason)
        if (!is_text(c)) c = '?';
    return reason;
}

}  // namespace treewright
