#include "treewright/export/names.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "treewright/data/written_value.h"
#include "treewright/export/display.h"

namespace treewright {

namespace {

bool has_unprintable(std::string_view text) { return printable(text) != text; }

bool needs_quotes(std::string_view name) {
    return name.empty() || name.front() == ' ' || name.back() == ' ' || name.front() == '"' || has_unprintable(name);
}

std::string quoted(std::string_view name) {
    std::string result = "\"";
    while (!name.empty()) {
        const Character character = first_character(name);
        if (is_unprintable(character)) {
            result += printable(name.substr(0, character.bytes));
        } else {
            if (character.code == '"' || character.code == '\\') result += '\\';
            result += name.substr(0, character.bytes);
        }
        name.remove_prefix(character.bytes);
    }
    return result + '"';
}

std::string level_name(const ColumnSchema& column, LevelCode level) { return shown_level(column.level(level)); }

/// Shortened to the width, but never so that it could be another level.
std::string fitted_level(const ColumnSchema& column, LevelCode level, std::size_t width) {
    const std::string name = level_name(column, level);
    if (display_width(name) <= width) return name;
    std::vector<std::string> others;
    for (const std::string& other : column.levels) others.push_back(shown_level(other));
    return shortened_among(name, width, others);
}

constexpr std::size_t set_frame = 5;          // "in {" and "}"
constexpr std::size_t least_first_level = 6;  // columns below which a set is counted rather than listed

/// ", … 12 more"
std::string left_out_text(std::size_t count) { return fmt::format(", … {} more", count); }

std::string set_text(const ColumnSchema& column, std::span<const LevelCode> levels, std::size_t width) {
    if (levels.size() == 1) return "= " + fitted_level(column, levels[0], std::max<std::size_t>(width, 5) - 2);
    const std::size_t reserve = display_width(left_out_text(levels.size() - 1));
    const std::size_t room = width - std::min(width, set_frame + reserve);
    std::string text = level_name(column, levels[0]);
    if (display_width(text) > room) {
        if (room < least_first_level) return fmt::format("{} levels", levels.size());
        text = fitted_level(column, levels[0], room);
    }
    std::size_t used = display_width(text);
    for (std::size_t i = 1; i < levels.size(); ++i) {
        const std::string name = level_name(column, levels[i]);
        used += display_width(name) + 2;
        const bool last = i + 1 == levels.size();
        if (width != any_width && used + set_frame + (last ? 0 : reserve) > width)
            return "in {" + text + left_out_text(levels.size() - i) + "}";
        text += ", " + name;
    }
    return "in {" + text + "}";
}

std::string multiway_text(const ColumnSchema& column, std::size_t position, std::size_t width) {
    return position < column.levels.size() ? fitted_level(column, level_code(position), width) : std::string(missing_word);
}

}  // namespace

std::string shown_name(std::string_view name) { return needs_quotes(name) ? quoted(name) : std::string(name); }

std::string shown_level(std::string_view name) {
    const bool confusing = name == missing_word || name.find_first_of(",{}") != std::string_view::npos;
    return confusing || needs_quotes(name) ? quoted(name) : std::string(name);
}

std::string value_text(const ColumnSchema& column, double value) {
    switch (column.type) {
        case ColumnType::date:
        case ColumnType::time: return written_moment(value, column);
        case ColumnType::ordered: {
            const double last = static_cast<double>(column.levels.size()) - 1.0;
            if (last < 0.0) return readable_number(value);
            return shown_level(column.levels[static_cast<std::size_t>(std::clamp(std::floor(value), 0.0, last))]);
        }
        default: return written_number(value, column.reading);
    }
}

NamedSplit split_at(const Schema& schema, const Tree& tree, NodeId node) {
    const Node& at = tree.nodes[node];
    NamedSplit named{tree.split_of(node), schema.features[at.feature]};
    const bool own_branch =
        at.missing_branch || at.kind == SplitKind::is_missing || tree.fractional() || at.surrogate_count > 0;
    if (at.missing_weight > 0.0 && !own_branch) named.missing_position = at.missing_child;
    return named;
}

NamedSplit split_of(const Schema& schema, const Tree& tree, const Surrogate& surrogate) {
    return {tree.split_of(surrogate), schema.features[surrogate.feature]};
}

namespace {

std::string known_branch_text(const NamedSplit& question, std::size_t position, std::size_t width) {
    switch (question.split.kind) {
        case SplitKind::threshold:
            return ((position == 0) != question.split.reversed ? "≤ " : "> ") +
                   question.written_threshold.value_or(value_text(question.column, question.split.threshold));
        case SplitKind::subset:
            return set_text(question.column, position == 0 ? question.split.left_levels : question.split.right_levels, width);
        case SplitKind::multiway: return multiway_text(question.column, position, width);
        case SplitKind::is_missing: return position == 0 ? std::string(missing_word) : "known";
        case SplitKind::leaf: break;
    }
    return "";
}

}  // namespace

std::string branch_text(const NamedSplit& question, std::size_t position, std::size_t width) {
    constexpr std::string_view or_missing = " or missing";
    if (question.missing_position != position) return known_branch_text(question, position, width);
    const std::size_t room = width == any_width ? width : width - std::min(width, or_missing.size());
    return known_branch_text(question, position, room) + std::string(or_missing);
}

std::string condition_text(const NamedSplit& question, std::size_t position, std::size_t width) {
    const std::string name = shown_name(question.column.name);
    const std::size_t used = display_width(name) + 3;
    const std::string branch = branch_text(question, position, width == any_width ? width : std::max(width, used + 24) - used);
    const bool names_level = question.split.kind == SplitKind::multiway && position < question.column.levels.size();
    if (names_level) return name + " = " + branch;
    const bool is_word = question.split.kind == SplitKind::multiway || question.split.kind == SplitKind::is_missing;
    return name + (is_word ? " is " : " ") + branch;
}

std::string question_text(const NamedSplit& question, std::size_t width) {
    return question.split.kind == SplitKind::multiway ? shown_name(question.column.name) : condition_text(question, 0, width);
}

std::string_view type_word(ColumnType type) {
    switch (type) {
        case ColumnType::numeric: return "numeric";
        case ColumnType::date: return "date";
        case ColumnType::time: return "time";
        case ColumnType::ordered: return "ordered";
        case ColumnType::categorical: return "categorical";
    }
    return "";
}

}  // namespace treewright
