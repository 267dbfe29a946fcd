// The description of a table as text.
#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"
#include "treewright/report/description.h"

namespace treewright {

namespace {

constexpr std::size_t widest_name = 28;
constexpr double fewest_counted = 4.0;    // two or three neighbouring integers are not enough
constexpr std::size_t widest_range = 42;  // two times with " to " between them stay whole

std::string values_text(const ColumnDescription& column, std::size_t room) {
    const ColumnFacts& facts = column.facts;
    if (facts.distinct == 0) return "no known value";
    if (!holds_values(column.schema.type)) return class_counts_text(column.schema.levels, facts.level_weights, no_class, room);
    std::string text = value_text(column.schema, facts.lowest);
    if (facts.distinct > 1) text += fmt::format(" to {}", value_text(column.schema, facts.highest));
    if (facts.distinct > 1 && column.schema.type == ColumnType::numeric)
        text += fmt::format(", mean {}", figure_text(facts.mean));
    return shortened(text, std::max(room, widest_range));
}

std::optional<std::string> remark_on(const ColumnDescription& column, const DescriptionStyle& style) {
    const ColumnFacts& facts = column.facts;
    const std::string& name = column.schema.name;
    if (facts.is_constant) return fmt::format("'{}' is constant: it cannot separate any rows", name);
    if (facts.looks_like_identifier && style.weighted)
        return fmt::format("'{}' looks like an identifier: {} '{}' leaves it out (train keeps it if weights make it repeat)",
                           name, style.spelling({"ignore"}), name);
    if (facts.looks_like_identifier)
        return fmt::format("'{}' looks like an identifier: train leaves it out ({} '{}' keeps it)", name,
                           style.spelling({"categorical"}), name);
    if (const auto remark = remark_on_words(name, facts)) return spelled(*remark, style.spelling);
    if (facts.counts_rows && facts.known >= fewest_counted)
        return fmt::format("'{}' is a row number: {} '{}' leaves it out", name, style.spelling({"ignore"}), name);
    return std::nullopt;
}

std::size_t widest(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, display_width(row[column]));
    return width;
}

std::string columns_text(const std::vector<ColumnDescription>& columns, const TextStyle& style) {
    std::vector<std::vector<std::string>> rows{{"column", "type", "missing", "distinct"}};
    for (const auto& [schema, facts] : columns)
        rows.push_back({shortened(shown_name(schema.name), widest_name), std::string(type_word(schema.type)),
                        count_text(facts.missing), std::to_string(facts.distinct)});
    std::size_t used = 0;
    for (std::size_t column = 0; column < 4; ++column) used += widest(rows, column) + 2;
    const std::size_t room = std::max<std::size_t>(style.width, used + 20) - used;
    rows[0].emplace_back("values");
    for (std::size_t i = 0; i < columns.size(); ++i) rows[i + 1].push_back(values_text(columns[i], room));
    using enum TextTable::Align;
    TextTable page({left, left, right, right, left});
    for (auto& row : rows) page.add_row(std::move(row));
    return page.text(0, style.width);
}

}  // namespace

std::string description_text(const TableDescription& description, const DescriptionStyle& style) {
    std::string text = fmt::format("{}, {}\n\n", style.heading, counted(description.columns.size(), "column")) +
                       columns_text(description.columns, style.text);
    std::string remarks;
    for (const ColumnDescription& column : description.columns)
        if (const auto remark = remark_on(column, style)) remarks += wrapped(*remark, style.text.width, 2) + "\n";
    if (!remarks.empty()) text += '\n' + remarks;
    if (const auto& gains = description.gains)
        text += '\n' + gain_table_text(gains->set, gains->wishes, gains->table, style.text);
    return text;
}

}  // namespace treewright
