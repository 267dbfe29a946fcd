// What pruning did, in a line or two behind the summary of a tree.
#pragma once

#include <string>

#include "treewright/base/json_writer.h"
#include "treewright/statistics/intervals.h"
#include "treewright/training/train.h"

namespace treewright::cli {

/// The loss of a member of the sequence on held-out rows as a reader wants it: a share of errors, a root mean squared error, or a mean
/// cost; with its 95 % interval.
struct FoldFigure {
    std::string measure;  ///< as in JSON: "error_rate", "root_mean_squared_error", "mean_cost"
    double value = 0.0;
    Interval interval;
};
FoldFigure figure_of(const Model& model, const FoldReport& folds, std::size_t member);
/// "14.3 % (13.9 to 14.7 %)", or "3.21 (3.05 to 3.36)".
std::string fold_figure_text(const FoldFigure& figure);

/// Nothing if the tree was not pruned. `grown_leaves`: before.
std::string pruning_text(const Model& model, const TrainReport& report, std::size_t grown_leaves);
/// Members "pruning" and "cross_validated" of an object that the caller has begun.
void write_pruning(JsonWriter& json, const Model& model, const TrainReport& report, std::size_t grown_leaves);
/// The whole sequence with what folds said, as an array.
void write_sequence(JsonWriter& json, const Model& model, const FoldReport& folds);

}  // namespace treewright::cli
