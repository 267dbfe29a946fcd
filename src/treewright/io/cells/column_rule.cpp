#include "treewright/io/cells/column_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/spelling.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

std::vector<std::string> names_of(const std::vector<ColumnRule>& columns) {
    std::vector<std::string> names;
    for (const ColumnRule& column : columns) names.push_back(column.name);
    return names;
}

/// Gives the named column its kind. A column can't be of two kinds, whatever the file holds.
void set_kind(std::vector<ColumnRule>& columns, const OrderedColumn& wanted, ColumnRule::Kind kind,
              std::set<std::string>& taken) {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const ColumnRule& column) { return column.name == wanted.name; });
    if (!taken.insert(wanted.name).second && found != columns.end() && found->kind != kind)
        throw usage_error(fmt::format("column '{}' is given two types; name it in one of {}, {} and {}", wanted.name,
                                      named("categorical"), named("numeric"), named("ordered")));
    // A text file does not say what its cells are: all of them decide how the numbers are written.
    if (kind == ColumnRule::Kind::numeric && found->kind == ColumnRule::Kind::guess)
        found->wanted = ColumnRule::Wanted::number;
    else
        found->kind = kind;
    if (kind == ColumnRule::Kind::ordered) found->levels = wanted.levels;
}

/// The column holds dates: in the given format, or in one that fits all of its cells.
void want_dates(std::vector<ColumnRule>& columns, const NamedText& wanted, std::set<std::string>& taken) {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const ColumnRule& column) { return column.name == wanted.name; });
    if (!taken.insert(wanted.name).second)
        throw usage_error(fmt::format("column '{}' is given two types; name it in one of {}, {}, {} and {}", wanted.name,
                                      named("categorical"), named("numeric"), named("ordered"), named("date")));
    if (found->kind != ColumnRule::Kind::guess) return;
    found->kind = ColumnRule::Kind::categorical;
    found->wanted = ColumnRule::Wanted::date;
    if (!wanted.text.empty()) found->dates = std::make_shared<const DateFormat>(wanted.text);
}

void give_missing_words(std::vector<ColumnRule>& columns, const std::vector<std::string>& words, const std::string& name) {
    for (ColumnRule& column : columns)
        if (column.name == name) column.missing = std::make_shared<const MissingWords>(words);
}

/// Cells are found among the levels that are known by any spelling.
void fold_levels(std::vector<ColumnRule>& columns) {
    for (ColumnRule& column : columns) {
        if (column.kind != ColumnRule::Kind::ordered && column.kind != ColumnRule::Kind::declared) continue;
        column.reading.folds_case = true;
        column.spellings =
            std::make_shared<const LevelFinder>(ColumnSchema{column.name, ColumnType::ordered, column.levels, column.reading});
    }
}

void check_levels(const OrderedColumn& column) {
    const std::set<std::string> distinct(column.levels.begin(), column.levels.end());
    if (column.levels.empty())
        throw usage_error(fmt::format("{}: it has no levels; write {}=low<high", named("ordered", column.name), column.name));
    if (distinct.size() != column.levels.size())
        throw usage_error(fmt::format("{}: a level is named twice; name each level once, from lowest to highest",
                                      named("ordered", column.name)));
}

}  // namespace

std::string listed(const std::vector<std::string>& names, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i > 0 ? ", " : "") + names[i];
    return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

std::string not_in_order(std::string_view level, const std::vector<std::string>& levels) {
    const std::string hint = did_you_mean(level, levels);
    return fmt::format("{} is missing from the levels in order ({}); add it to {}, or fix the cell{}", excerpt(level),
                       listed(levels, 8), named("ordered"), hint.empty() ? "" : " (" + hint + ")");
}

Error no_such_column(std::string_view file, std::string_view name, const std::vector<std::string>& known) {
    const std::string hint = did_you_mean(name, known);
    return input_error(fmt::format("{}: there is no column '{}'; {}", file, name,
                                   hint.empty() ? "its columns are " + listed(known, 12) : hint));
}

std::vector<ColumnRule> apply_options(std::vector<ColumnRule> columns, const ReadOptions& options, std::string_view file) {
    const std::vector<std::string> known = names_of(columns);
    const auto check_name = [&](const std::string& name) {
        if (std::find(known.begin(), known.end(), name) == known.end()) throw no_such_column(file, name, known);
    };
    std::set<std::string> taken;
    const auto set_all = [&](const std::vector<std::string>& names, ColumnRule::Kind kind) {
        for (const std::string& name : names) {
            check_name(name);
            set_kind(columns, {name, {}}, kind, taken);
        }
    };
    set_all(options.categorical, ColumnRule::Kind::categorical);
    set_all(options.numeric, ColumnRule::Kind::numeric);
    for (const OrderedColumn& column : options.ordered) {
        check_name(column.name);
        check_levels(column);
        set_kind(columns, column, ColumnRule::Kind::ordered, taken);
    }
    for (const std::string& text : options.dates) {
        NamedText column = split_at_equals(text);
        if (column.name.empty()) std::swap(column.name, column.text);  // without a format
        check_name(column.name);
        want_dates(columns, column, taken);
    }
    for (const std::string& word : options.na.value_or(std::vector<std::string>()))
        if (const NamedText entry = split_at_equals(word); !entry.name.empty()) {
            check_name(entry.name);
            give_missing_words(columns, missing_words_of(options, entry.name), entry.name);
        }
    if (options.fold_case) fold_levels(columns);
    taken.clear();  // an ignored column may have a type as well
    set_all(options.ignore, ColumnRule::Kind::ignore);
    return columns;
}

}  // namespace treewright
