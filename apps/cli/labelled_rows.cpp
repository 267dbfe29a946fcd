#include "cli/labelled_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/column_words.h"
#include "cli/data_options.h"
#include "treewright/base/error.h"
#include "treewright/io/read_by_schema.h"

namespace treewright::cli {

namespace {

/// The schema by which the file is read: the model's features, then its target, then the weight.
Schema with_target(const Schema& schema, const std::string& weight) {
    const auto is_weight = [&](const ColumnSchema& column) { return column.name == weight; };
    if (!weight.empty() && (is_weight(schema.target) || std::any_of(schema.features.begin(), schema.features.end(), is_weight)))
        throw input_error(
            fmt::format("--weight '{}' is a column of the model: a weight is neither feature nor target", weight));
    Schema read = schema;
    read.features.push_back(schema.target);
    if (!weight.empty()) read.features.push_back({weight, ColumnType::numeric, {}});
    return read;
}

void check_weights(const Column& weights, const SchemaRows& rows, const std::string& path) {
    for (std::size_t row = 0; row < weights.size(); ++row) {
        const double weight = weights.values[row];
        if (std::isfinite(weight) && weight >= 0.0) continue;
        throw input_error(fmt::format("{}: the weight '{}' in {} {} is missing, negative or infinite: it is a number of rows",
                                      file_name(path), weights.schema.name, rows.has_lines ? "line" : "row", rows.lines[row]));
    }
}

Column picked(const Column& column, const std::vector<std::size_t>& rows) {
    Column result;
    result.schema = column.schema;
    std::vector<double> values;
    for (const std::size_t row : rows) {
        if (column.has_values())
            values.push_back(column.values[row]);
        else
            result.codes.push_back(column.codes[row]);
    }
    result.values = std::move(values);
    return result;
}

}  // namespace

TrainingSet read_labelled_rows(const LabelledRequest& request, const Schema& schema, Console& console) {
    const Schema read = with_target(schema, request.weight);
    const SchemaRows rows = read_by_schema(request.path, read, request.read, {}, console.messages(), console.progress());
    const std::vector<Column>& columns = rows.features.columns;
    const Column& target = columns[schema.features.size()];
    if (!request.weight.empty()) check_weights(columns.back(), rows, request.path);
    std::vector<std::size_t> kept;
    std::size_t unlabelled = 0;
    for (std::size_t row = 0; row < rows.features.rows; ++row) {
        if (target.codes[row] < 0)
            ++unlabelled;
        else if (request.weight.empty() || columns.back().values[row] > 0.0)
            kept.push_back(row);
    }
    if (unlabelled > 0)
        console.messages().note(fmt::format("{} without a class of the model in '{}' {} left out",
                                            counted_noun(unlabelled, "row"), target.schema.name,
                                            unlabelled == 1 ? "is" : "are"));
    if (kept.empty())
        throw input_error(fmt::format("{}: no row is left that has a class of the model in '{}' and a weight above 0",
                                      file_name(request.path), target.schema.name));
    TrainingSet set;
    set.source = file_name(request.path);
    set.rows = kept.size();
    for (std::size_t i = 0; i < schema.features.size(); ++i) set.features.push_back(picked(columns[i], kept));
    set.target = picked(target, kept);
    if (!request.weight.empty()) set.weights = picked(columns.back(), kept).values.own();
    return set;
}

}  // namespace treewright::cli
