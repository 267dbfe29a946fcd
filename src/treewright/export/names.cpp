#include "treewright/export/names.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"

namespace treewright {

namespace {

constexpr std::string_view missing_word = "missing";

/// Control characters, line and paragraph separators, and those that turn the direction of text.
bool is_unprintable(const Character& character) {
    const char32_t c = character.code;
    return !character.valid || c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

bool has_unprintable(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        if (is_unprintable(character)) return true;
        text.remove_prefix(character.bytes);
    }
    return false;
}

bool needs_quotes(std::string_view name) {
    return name.empty() || name.front() == ' ' || name.back() == ' ' || name.front() == '"' || has_unprintable(name);
}

std::string escape(const Character& character, std::string_view bytes) {
    if (!character.valid) return fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    switch (character.code) {
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        default: return fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
    }
}

std::string quoted(std::string_view name) {
    std::string result = "\"";
    while (!name.empty()) {
        const Character character = first_character(name);
        if (is_unprintable(character)) {
            result += escape(character, name);
        } else {
            if (character.code == '"' || character.code == '\\') result += '\\';
            result += name.substr(0, character.bytes);
        }
        name.remove_prefix(character.bytes);
    }
    return result + '"';
}

std::string level_name(const ColumnSchema& column, std::int32_t level) {
    return shown_level(column.levels[static_cast<std::size_t>(level)]);
}

/// Columns that a set needs beside its levels: "in {", "}" and ", … 99999 more".
constexpr std::size_t set_frame = 5;
constexpr std::size_t left_out_frame = 15;

std::string set_text(const ColumnSchema& column, std::span<const std::int32_t> levels, std::size_t width) {
    if (levels.size() == 1) return "= " + shortened(level_name(column, levels[0]), std::max<std::size_t>(width, 5) - 2);
    std::string text = "in {";
    std::size_t used = set_frame;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const std::size_t room = width > set_frame + left_out_frame ? width - set_frame - left_out_frame : 1;
        std::string name = i == 0 ? shortened(level_name(column, levels[i]), room) : level_name(column, levels[i]);
        const std::size_t columns = display_width(name) + (i == 0 ? 0 : 2);
        const std::size_t reserve = i + 1 == levels.size() ? 0 : left_out_frame;
        if (i > 0 && width != any_width && used + columns + reserve > width)
            return text + fmt::format(", … {} more}}", levels.size() - i);
        text += (i == 0 ? "" : ", ") + name;
        used += columns;
    }
    return text + "}";
}

std::string multiway_text(const ColumnSchema& column, std::size_t position) {
    return position < column.levels.size() ? shown_level(column.levels[position]) : std::string(missing_word);
}

}  // namespace

std::string shown_name(std::string_view name) { return needs_quotes(name) ? quoted(name) : std::string(name); }

std::string shown_level(std::string_view name) {
    const bool confusing = name == missing_word || name.find_first_of(",{}") != std::string_view::npos;
    return confusing || needs_quotes(name) ? quoted(name) : std::string(name);
}

std::string readable_number(double value) {
    std::string exact = number_text(value);
    if (exact.size() <= 9 || !std::isfinite(value)) return exact;
    const std::string digits = fmt::format("{:.7e}", value);
    double nearby = value;
    std::from_chars(digits.data(), digits.data() + digits.size(), nearby);
    std::string rounded = number_text(nearby);
    return rounded.size() < exact.size() ? rounded : exact;
}

std::string value_text(const ColumnSchema& column, double value) {
    switch (column.type) {
        case ColumnType::date: return date_text(value);
        case ColumnType::time: return time_text(value);
        case ColumnType::ordered: {
            const double last = static_cast<double>(column.levels.size()) - 1.0;
            if (last < 0.0) return readable_number(value);
            return shown_level(column.levels[static_cast<std::size_t>(std::clamp(std::floor(value), 0.0, last))]);
        }
        default: return readable_number(value);
    }
}

Question question_at(const Schema& schema, const Tree& tree, std::size_t node) {
    const Node& split = tree.nodes[node];
    return {split.kind, schema.features[static_cast<std::size_t>(split.feature)], split.threshold, tree.left_levels_of(node),
            tree.right_levels_of(node)};
}

Question question_of(const ColumnSchema& column, const Condition& condition) {
    return {condition.kind, column, condition.threshold, condition.left_levels, condition.right_levels};
}

std::string branch_text(const Question& question, std::size_t position, std::size_t width) {
    switch (question.kind) {
        case SplitKind::threshold: return (position == 0 ? "≤ " : "> ") + value_text(question.column, question.threshold);
        case SplitKind::subset:
            return set_text(question.column, position == 0 ? question.left_levels : question.right_levels, width);
        case SplitKind::multiway: return shortened(multiway_text(question.column, position), width);
        case SplitKind::is_missing: return position == 0 ? std::string(missing_word) : "known";
        case SplitKind::leaf: break;
    }
    return "";
}

std::string condition_text(const Question& question, std::size_t position, std::size_t width) {
    const std::string name = shown_name(question.column.name);
    const std::size_t used = display_width(name) + 3;
    const std::string branch = branch_text(question, position, width == any_width ? width : std::max(width, used + 8) - used);
    const bool names_level = question.kind == SplitKind::multiway && position < question.column.levels.size();
    if (names_level) return name + " = " + branch;
    const bool is_word = question.kind == SplitKind::multiway || question.kind == SplitKind::is_missing;
    return name + (is_word ? " is " : " ") + branch;
}

std::string question_text(const Question& question, std::size_t width) {
    return question.kind == SplitKind::multiway ? shown_name(question.column.name) : condition_text(question, 0, width);
}

}  // namespace treewright
