#include "treewright/io/rows/schema_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/positions.h"
#include "treewright/base/spelling.h"
#include "treewright/io/cells/column_names.h"
#include "treewright/io/cells/column_rule.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr std::size_t most_named = 12;

std::vector<std::string> feature_names(const Schema& schema) {
    std::vector<std::string> names;
    for (const ColumnSchema& feature : schema.features) names.push_back(feature.name);
    return names;
}

/// Names in the file that the missing ones may have been meant by: near, and not features themselves.
std::string hint_for(const std::vector<std::string>& missing, const std::vector<std::string>& columns, const Schema& schema) {
    const std::vector<std::string> features = feature_names(schema);
    std::vector<std::string> spare;
    for (const std::string& column : columns)
        if (std::find(features.begin(), features.end(), column) == features.end()) spare.push_back(column);
    for (const std::string& name : missing)
        if (const std::string hint = did_you_mean(name, spare); !hint.empty())
            return missing.size() == 1 ? hint : fmt::format("for '{}': {}", name, hint);
    return "its columns are " + listed(columns, most_named);
}

std::string quoted_list(const std::vector<std::string>& names) {
    std::vector<std::string> quoted;
    for (const std::string& name : names) quoted.push_back(fmt::format("'{}'", name));
    return listed(quoted, most_named);
}

}  // namespace

std::vector<std::size_t> find_features(const Schema& schema, const std::vector<bool>& needed,
                                       const std::vector<std::string>& columns, const std::string& file) {
    std::unordered_map<std::string_view, std::size_t> position;
    for (std::size_t i = 0; i < columns.size(); ++i) position.emplace(columns[i], i);
    std::vector<std::size_t> found;
    std::vector<std::string> missing;
    std::size_t present = 0;
    for (std::size_t i = 0; i < schema.features.size(); ++i) {
        const std::string& name = schema.features[i].name;
        const auto at = position.find(name);
        present += at != position.end() ? 1 : 0;
        found.push_back(at != position.end() ? at->second : not_in_file);
        if (at == position.end() && (needed.empty() || needed[i])) missing.push_back(name);
    }
    if (present == 0 && !missing.empty())
        throw input_error(fmt::format(
            "{}: it has none of the model's columns ({}) but {}; add a header with their names, or give the names ({})", file,
            quoted_list(missing), quoted_list(columns), named("names")));
    if (!missing.empty())
        throw input_error(fmt::format("{}: the model needs the column{} {}, which {} not there; {}", file,
                                      missing.size() == 1 ? "" : "s", quoted_list(missing), missing.size() == 1 ? "is" : "are",
                                      hint_for(missing, columns, schema)));
    return found;
}

void note_absent_features(const Schema& schema, const std::vector<std::size_t>& positions, const std::string& file,
                          Messages& messages) {
    std::vector<std::string> absent;
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (positions[i] == not_in_file) absent.push_back(schema.features[i].name);
    if (!absent.empty())
        messages.note(fmt::format("{}: {} that the model never asks about {} not there ({}): no prediction depends on {}", file,
                                  counted(absent.size(), "column"), absent.size() == 1 ? "is" : "are", listed(absent, 8),
                                  absent.size() == 1 ? "it" : "them"));
}

std::vector<std::size_t> find_kept_columns(const KeepColumns& keep, const std::vector<std::string>& columns,
                                           const std::string& file) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; keep.all && i < columns.size(); ++i) found.push_back(i);
    if (keep.all) return found;
    for (const std::string& name : keep.names) {
        const auto at = std::find(columns.begin(), columns.end(), name);
        if (at == columns.end()) throw no_such_column(file, name, columns);
        found.push_back(index_in(columns, at));
    }
    return found;
}

void note_unused_columns(const Schema& schema, const std::vector<std::string>& columns, const std::vector<std::size_t>& used,
                         const std::string& file, Messages& messages) {
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (std::find(used.begin(), used.end(), i) == used.end() && columns[i] != schema.target.name)
            unused.push_back(columns[i]);
    if (!unused.empty())
        messages.note(fmt::format("{}: {} that the model does not use {} ignored ({})", file, counted(unused.size(), "column"),
                                  unused.size() == 1 ? "is" : "are", listed(unused, 8)));
}

void UnseenLevels::say(const std::string& feature, Messages& messages) const {
    if (rows_ == 0) return;
    std::vector<std::string> levels;
    for (std::size_t i = 0; i < levels_.size(); ++i) levels.push_back(levels_.level(i));
    std::sort(levels.begin(), levels.end());
    messages.warn(fmt::format("{}: {} hold{} {} that the model never saw ({})", feature, counted(rows_, "row"),
                              rows_ == 1 ? "s" : "", levels.size() == 1 ? "a level" : "levels", listed(levels, 5)));
}

bool first_row_names_features(const Schema& schema, const ReadOptions& options, const std::vector<Record>& records,
                              FirstRow looks) {
    if (records.empty()) return true;  // the reader reports what is wrong with it
    const std::vector<std::string>& wanted = options.names.empty() ? feature_names(schema) : options.names;
    for (const Field& field : records[0].fields)
        if (std::find(wanted.begin(), wanted.end(), field.text) != wanted.end()) return true;
    if (!options.names.empty()) return looks == FirstRow::names;
    return !all_made_up(wanted);
}

}  // namespace treewright
