#include "treewright/export/page/page_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "treewright/data/csv_writer.h"
#include "treewright/data/date_parts.h"
#include "treewright/export/drawing/palette.h"
#include "treewright/export/names.h"

namespace treewright {

namespace {

using ShownAs = std::string (*)(std::string_view);

void write_name(JsonWriter& json, const std::string& name) {
    json.member("name", name);
    if (const std::string shown = shown_name(name); shown != name) json.member("shown", shown);
}

template <class Texts>
void write_texts(JsonWriter& json, std::string_view key, const Texts& texts) {
    json.key(key);
    json.begin_array();
    for (const auto& text : texts) json.string(text);
    json.end_array();
}

/// The names, and how they are shown if that differs for any of them.
void write_names(JsonWriter& json, std::string_view key, std::string_view shown_key, const std::vector<std::string>& names,
                 ShownAs shown_as) {
    write_texts(json, key, names);
    std::vector<std::string> shown;
    for (const std::string& name : names) shown.push_back(shown_as(name));
    if (shown != names) write_texts(json, shown_key, shown);
}

void write_part_of(JsonWriter& json, const PartOf& part_of) {
    json.key("partOf");
    json.begin_object();
    json.member("column", part_of.column);
    json.member("type", type_word(part_of.type));
    json.member("part", word_of(part_of.part));
    json.end_object();
}

/// What differs from the usual.
void write_reading(JsonWriter& json, const ColumnReading& reading) {
    json.key("reading");
    json.begin_object();
    if (reading.missing_words) write_texts(json, "missingWords", *reading.missing_words);
    if (reading.decimal_sign != ".") json.member("decimal", reading.decimal_sign);
    if (!reading.thousands_separator.empty()) json.member("thousands", reading.thousands_separator);
    if (!reading.prefix.empty()) json.member("prefix", reading.prefix);
    if (!reading.unit.empty()) json.member("unit", reading.unit);
    if (reading.trailing_minus) json.member("trailingMinus", true);
    if (!reading.date_format.empty()) json.member("dateFormat", reading.date_format);
    if (reading.folds_case) json.member("foldsCase", true);
    if (reading.part_of) write_part_of(json, *reading.part_of);
    json.end_object();
}

void write_page_feature(JsonWriter& json, const ColumnSchema& feature, bool is_used) {
    json.line_break();
    json.begin_object();
    write_name(json, feature.name);
    json.member("type", type_word(feature.type));
    if (is_used) json.member("used", true);
    if (!feature.levels.empty()) write_names(json, "levels", "shownLevels", feature.levels, shown_level);
    if (!(feature.reading == ColumnReading())) write_reading(json, feature.reading);
    json.end_object();
}

void write_palette(JsonWriter& json, std::size_t classes) {
    json.key("palette");
    json.begin_object();
    write_texts(json, "colors", class_colors);
    json.key("paints");
    json.begin_array();
    for (std::size_t i = 0; i < classes; ++i) {
        const ClassPaint paint = class_paint(i);
        json.begin_array();
        json.value(paint.color);
        json.value(static_cast<std::size_t>(paint.texture));
        json.end_array();
    }
    json.end_array();
    json.key("means");
    json.begin_array();
    json.value(palest_mean);
    json.value(deepest_mean);
    json.end_array();
    json.end_object();
}

void write_options(JsonWriter& json, const std::vector<NamedOption>& options) {
    json.key("options");
    json.begin_array();
    for (const NamedOption& option : options) {
        json.begin_array();
        json.value(option.name);
        json.value(option.value);
        json.end_array();
    }
    json.end_array();
}

}  // namespace

double page_figure(double value) {
    if (!std::isfinite(value)) return value;
    const std::string digits = fmt::format("{:.6e}", value);
    double rounded = value;
    std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
    return rounded;
}

void write_page_counts(JsonWriter& json, std::span<const double> weights) {
    const auto present = weights.size() - static_cast<std::size_t>(std::count(weights.begin(), weights.end(), 0.0));
    const bool few = 2 * present < weights.size();
    json.key(few ? "some" : "counts");
    json.begin_array();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (few && weights[i] == 0.0) continue;
        if (few) json.value(i);
        json.value(weights[i]);
    }
    json.end_array();
}

void write_page_head(JsonWriter& json, const PageHead& head) {
    const bool is_class = head.schema.task() == Task::classification;
    json.key("target");
    json.begin_object();
    write_name(json, head.schema.target.name);
    json.end_object();
    if (is_class) write_names(json, "classes", "shownClasses", head.schema.classes(), shown_name);
    write_palette(json, is_class ? head.schema.classes().size() : 0);
    json.member("totalWeight", head.provenance.total_weight);
    json.member("version", head.provenance.program_version);
    write_options(json, head.options);
    write_texts(json, "missingWords", default_na_words());
    json.key("features");
    json.begin_array();
    for (std::size_t i = 0; i < head.schema.features.size(); ++i)
        write_page_feature(json, head.schema.features[i], head.used[i]);
    json.end_array();
}

}  // namespace treewright
