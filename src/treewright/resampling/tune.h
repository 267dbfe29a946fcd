// Options chosen by cross-validation from a grid, and what the choice is worth.
#pragma once

#include <memory>
#include <optional>
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

/// A usage `Error` for a parameter that is named twice, also by a setting of its own, and for a grid that is too large.
void check_axes(const std::vector<TuneAxis>& axes, const Settings& settings);

/// `validation`: see `Learner`.
TuneResult tune(const std::shared_ptr<const TrainingSet>& set, const TuneTask& task, const Run& run,
                const std::shared_ptr<const TrainingSet>& validation = nullptr);

}  // namespace treewright
