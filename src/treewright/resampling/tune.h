// Options chosen by cross-validation from a grid, and what the choice is worth.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "treewright/resampling/tuning.h"
#include "treewright/resampling/validate.h"

namespace treewright {

struct TuneTask {
    std::vector<TuneAxis> axes;
    std::vector<GridPoint> grid;
    ResamplingPlan plan;
    ResamplingPlan inner;  ///< nested: by which the learner is chosen in every round
    bool nested = false;
};

/// What a user says about the choice.
struct TuneOptions {
    std::vector<TuneAxis> axes = {};
    bool nested = false;
    std::optional<std::size_t> inner_folds = {};
};
std::span<const ParameterOf<TuneOptions>> tune_parameters();

struct TuneResult {
    TuneTask task;
    std::vector<double> losses;  ///< by point of the grid
    std::vector<double> leaves;
    std::size_t best = 0;
    LossSummary promised;  ///< of the best
    std::optional<Nested> nested;
    CvResult result;                     ///< nested: on the outer folds; otherwise on the rows that chose
    std::vector<std::string> idle = {};  ///< parameters whose values came to the same in every round
};

/// A usage `Error` for options that do not fit together, for a parameter that is named twice, also by a setting of its own, and for a grid
/// that is too large.
void check_tuning(const TuneOptions& options, const Settings& settings, const ResamplingPlan& plan);

/// The whole task. `settings` and `classes`: see `grid_of`. The errors are those of `check_tuning`.
TuneTask tune_task(const TuneOptions& options, const Settings& settings, const TrainOptions& classes,
                   const ResamplingPlan& plan);

/// Refuses and warns of the plan first. `validation`: see `Learner`.
TuneResult tune(const std::shared_ptr<const TrainingSet>& set, const TuneTask& task, const Run& run,
                const std::shared_ptr<const TrainingSet>& validation = nullptr);

}  // namespace treewright
