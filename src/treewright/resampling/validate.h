// Cross-validation of one learner by a plan: rounds or leave-one-out, and the figures that they come to.
#pragma once

#include <memory>
#include <optional>

#include "treewright/resampling/summary.h"
#include "treewright/resampling/table_facts.h"

namespace treewright {

struct CvResult {
    TableFacts table;
    ResamplingPlan plan;
    CrossValidation validation;
    PooledFigures pooled;
    LossSummary summary;
    std::optional<LeaveOneOut> left_out;
    std::size_t leaves = 0;  ///< leave-one-out: of the tree of all rows
    std::size_t depth = 0;
};

/// Figures from rounds. `learner` is the one that they are of, or one with the same classes and costs.
CvResult summed_up(CrossValidation validation, const Learner& learner, const ResamplingPlan& plan);

/// The learner for `validate`. All that can be refused or said about table, plan and options is, before the work begins; with leave-one-out
/// also how long that will take if it will take long. `validation`: see `Learner`.
Learner learner_to_validate(const std::shared_ptr<const TrainingSet>& set, const TrainOptions& options,
                            const ResamplingPlan& plan, const Run& run,
                            const std::shared_ptr<const TrainingSet>& validation = nullptr);

/// A usage `Error` if leave-one-out is asked for with groups, which it would split, or of rule lists.
CvResult validate(const Learner& learner, const ResamplingPlan& plan, const Run& run);

/// The same refusal by itself, before anything is read.
void refuse_leave_one_out(bool has_groups, PruneMethod method);

/// Rows by how far their own prediction moves without them; those that change the root first.
std::vector<std::size_t> by_influence(const LeaveOneOut& left_out);

}  // namespace treewright
