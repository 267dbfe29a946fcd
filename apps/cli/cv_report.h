// What `treewright cv` has to tell, as text, JSON or CSV.
#pragma once

#include <optional>
#include <string>

#include "cli/loss_words.h"
#include "treewright/base/json_writer.h"
#include "treewright/resampling/plan.h"
#include "treewright/resampling/summary.h"

namespace treewright::cli {

struct CvResult {
    const TrainingSet& set;
    const ResamplingPlan& plan;
    CrossValidation validation;
    PooledFigures pooled;
    LossSummary summary;
    std::optional<LeaveOneOut> left_out;
    std::size_t leaves = 0;  ///< leave-one-out: of the tree of all rows
    std::size_t depth = 0;

    [[nodiscard]] LossStyle style() const {
        return loss_style(validation.kind, summary.loss.value > 0.0 ? summary.loss.value : summary.baseline);
    }
};

/// Fills the figures from the rounds.
void sum_up(CvResult& result, const Learner& learner);

/// For sentences: "golf.csv: 14 rows, 10 folds, stratified, seed 1".
std::string heading_of(const CvResult& result);
std::string cv_text(const CvResult& result);
/// Members of an object that the caller has begun.
void write_cv(JsonWriter& json, const CvResult& result);
/// A row for each round; leave-one-out: for each row of the table.
std::string cv_csv(const CvResult& result);

/// The line of a row in its file, or its number from 1 on.
std::uint64_t line_of(const TrainingSet& set, std::size_t row);
/// "line" or "row".
std::string line_word(const TrainingSet& set);

/// Rows by how far their own prediction moves without them; those that change the root first.
std::vector<std::size_t> by_influence(const LeaveOneOut& left_out);

}  // namespace treewright::cli
