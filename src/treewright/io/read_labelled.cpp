#include "treewright/io/read_labelled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

namespace {

/// Label and weight are read as two more features.
Schema with_label(const Schema& schema, const std::string& weight) {
    const auto is_weight = [&](const ColumnSchema& column) { return column.name == weight; };
    if (!weight.empty() && (is_weight(schema.target) || std::any_of(schema.features.begin(), schema.features.end(), is_weight)))
        throw input_error(
            fmt::format("--weight '{}' is a column of the model: a weight is neither feature nor target", weight));
    Schema all = schema;
    all.features.push_back(schema.target);
    if (!weight.empty()) all.features.push_back({weight, ColumnType::numeric, {}});
    return all;
}

std::string place(const SchemaRows& rows, std::size_t row) {
    return fmt::format("{} {}", rows.has_lines ? "line" : "row", rows.lines[row]);
}

void refuse_unknown_class(const Column& target, const SchemaRows& rows, const std::string& path) {
    if (target.has_values()) return;
    for (std::size_t row = 0; row < target.codes.size(); ++row)
        if (target.codes[row] == unseen_code)
            throw input_error(fmt::format("{}, {}: '{}' holds a class that the tree does not know: its classes are {}", path,
                                          place(rows, row), target.schema.name, fmt::join(target.schema.levels, ", ")));
}

std::vector<double> weights_of(const Column& column, const SchemaRows& rows, const std::string& path) {
    std::vector<double> weights;
    for (std::size_t row = 0; row < rows.lines.size(); ++row) {
        weights.push_back(column.values[row]);
        if (!(weights.back() >= 0.0 && std::isfinite(weights.back())))
            throw input_error(fmt::format("{}, {}: the weight in column '{}' must be a finite number that is not negative",
                                          path, place(rows, row), column.schema.name));
    }
    return weights;
}

/// Leaves out the rows that cannot judge.
void leave_out(TrainingSet& set, Messages& messages) {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t row = 0; row < set.rows; ++row)
        if (!set.target.missing_at(row) && set.weight(row) > 0.0) kept.push_back(row);
    if (kept.empty())
        throw set.complaint(fmt::format("no row has a value of '{}' and a weight above 0", set.target.schema.name));
    if (kept.size() == set.rows) return;
    messages.note(fmt::format("{}: {} rows without a value of '{}' or without weight are left out", set.source,
                              set.rows - kept.size(), set.target.schema.name));
    set = pick_rows(set, kept);
}

}  // namespace

TrainingSet read_labelled(const LabelledFile& file, const Schema& schema, const ReadOptions& options, Messages& messages,
                          Progress& progress) {
    SchemaRows rows = read_by_schema(file.path, with_label(schema, file.weight), options, {}, messages, progress);
    std::vector<Column>& columns = rows.features.columns;
    TrainingSet set;
    set.source = file.path;
    set.rows = rows.lines.size();
    if (!file.weight.empty()) {
        set.weights = weights_of(columns.back(), rows, file.path);
        columns.pop_back();
    }
    set.target = std::move(columns.back());
    columns.pop_back();
    refuse_unknown_class(set.target, rows, file.path);
    set.features = std::move(columns);
    set.lines.assign(rows.lines.begin(), rows.lines.end());
    leave_out(set, messages);
    return set;
}

}  // namespace treewright
