#include "treewright/io/read_labelled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/spelling.h"
#include "treewright/data/prepare.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr std::size_t most_names = 3;

/// "a, b, c, …".
std::string listed_classes(const std::set<std::string>& names) {
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
        text += text.empty() ? "" : ", ";
        text += count < most_names ? name : "…";
        ++count;
    }
    return text;
}

/// Label and weight are read as two more features.
Schema with_label(const Schema& schema, const std::string& weight) {
    const auto is_weight = [&](const ColumnSchema& column) { return column.name == weight; };
    if (!weight.empty() && (is_weight(schema.target) || std::any_of(schema.features.begin(), schema.features.end(), is_weight)))
        throw input_error(fmt::format("{} is a column of the model: the weight column must be neither a feature nor the target",
                                      named("weight", in_quotes(weight))));
    Schema all = schema;
    all.features.push_back(schema.target);
    if (!weight.empty()) all.features.push_back({weight, ColumnType::numeric, {}});
    return all;
}

std::string place(const SchemaRows& rows, std::size_t row) {
    return fmt::format("{} {}", rows.has_lines ? "line" : "row", rows.lines[row]);
}

Error unknown_class(const LabelledFile& file, const ColumnSchema& target, const SchemaRows& rows, std::size_t row) {
    const std::string found(rows.kept.front().at(row).text);
    const std::string hint = did_you_mean(found, target.levels);
    return input_error(fmt::format("{}, {}: '{}' holds {}, a class that the model does not know: {}{}", shown_path(file.path),
                                   place(rows, row), target.name, excerpt(found),
                                   hint.empty() ? fmt::format("its classes are {}", fmt::join(target.levels, ", ")) : hint,
                                   file.advice.empty() ? "" : fmt::format(" ({})", file.advice)));
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

/// The text of a class is needed where the model does not know it.
KeepColumns kept_columns(const ColumnSchema& target) {
    KeepColumns keep;
    if (!holds_values(target.type)) keep.names = {target.name};
    return keep;
}

}  // namespace

LabelledBatches::LabelledBatches(LabelledFile file, const Schema& schema, const ReadOptions& options, const Run& run)
    : file_(std::move(file)), schema_(with_label(schema, file_.weight)) {
    refuse_idle_meaning(file_.weight, file_.weights_are);
    schema_.target = schema.target;
    std::vector<bool> needed = file_.needed;
    if (!needed.empty()) needed.resize(schema_.features.size(), true);  // label and weight in any case
    reader_ =
        open_batches({file_.path, schema_, options, kept_columns(schema.target), file_.rows_per_batch, std::move(needed)}, run);
}

bool LabelledBatches::takes_part(const TrainingSet& batch, const SchemaRows& rows, RowId row) {
    const Column& target = batch.target;
    const bool unknown = !target.has_values() && target.codes[row] == unseen_code;
    if (unknown && file_.unknown == UnknownLabels::refuse) throw unknown_class(file_, target.schema, rows, row);
    if (unknown) {
        ++unknown_;
        if (unknown_names_.size() <= most_names) unknown_names_.insert(excerpt(rows.kept.front().at(row).text));
    }
    const bool silent = target.missing_at(row) || !(batch.weight(row) > 0.0);
    if (silent && !unknown) ++silent_;
    if (unknown || silent) return false;
    if (target.has_values() && !std::isfinite(target.values[row]))
        throw input_error(
            fmt::format("{}, {}: the target '{}' must be a finite number", file_.path, place(rows, row), target.schema.name));
    return true;
}

bool LabelledBatches::next(TrainingSet& batch) {
    SchemaRows rows;
    if (!reader_->next(rows)) return false;
    std::vector<Column>& columns = rows.features.columns;
    batch = {};
    batch.source = shown_path(file_.path);
    batch.rows = rows.lines.size();
    batch.weights_are = file_.weights_are;
    if (!file_.weight.empty()) {
        batch.weights = weights_of(columns.back(), rows, file_.path);
        columns.pop_back();
    }
    batch.target = std::move(columns.back());
    columns.pop_back();
    batch.features = std::move(columns);
    batch.lines.assign(rows.lines.begin(), rows.lines.end());
    std::vector<std::uint32_t> kept;
    for (RowId row = 0; row < batch.rows; ++row)
        if (takes_part(batch, rows, row)) kept.push_back(row);
    if (kept.size() < batch.rows) batch = pick_rows(batch, kept);
    kept_ += kept.size();
    return true;
}

void LabelledBatches::finish(Messages& messages) const {
    reader_->report_unseen_of_first(schema_.features.size() - (file_.weight.empty() ? 1 : 2),
                                    messages);  // the target is reported below
    const std::string& target = schema_.target.name;
    const std::string file = shown_path(file_.path);
    if (kept_ == 0)
        throw input_error(unknown_ == 0 ? fmt::format("{}: no row has a value of '{}' and a weight above 0", file, target)
                                        : fmt::format("{}: no row has a value of '{}' that the model knows: there is {}", file,
                                                      target, listed_classes(unknown_names_)));
    if (silent_ > 0)
        messages.note(fmt::format("{}: {} without a value of '{}'{} {} left out", file, counted(silent_, "row"), target,
                                  file_.weight.empty() ? "" : " or without weight", silent_ == 1 ? "is" : "are"));
    if (unknown_ > 0)
        messages.warn(fmt::format("{}: {} of a class that the model does not know ({}) {} left out: no metric counts {}", file,
                                  counted(unknown_, "row"), listed_classes(unknown_names_), unknown_ == 1 ? "is" : "are",
                                  unknown_ == 1 ? "it" : "them"));
}

TrainingSet read_labelled(LabelledFile file, const Schema& schema, const ReadOptions& options, const Run& run) {
    file.rows_per_batch = std::numeric_limits<std::size_t>::max();
    LabelledBatches batches(std::move(file), schema, options, run);
    TrainingSet set, none;
    batches.next(set);
    batches.next(none);  // an error after the last row is thrown once the rows have been delivered
    batches.finish(run.messages);
    if (set.weights_are == WeightMeaning::importance) scale_to_rows(set.weights);
    return set;
}

}  // namespace treewright
