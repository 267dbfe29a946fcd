// `treewright cv --tune`: options chosen by cross-validation, and what the choice is worth.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/cv_report.h"
#include "treewright/resampling/tuning.h"

namespace treewright::cli {

struct TuneTask {
    std::vector<TuneAxis> axes;
    std::vector<GridPoint> grid;
    ResamplingPlan plan;
    ResamplingPlan inner;  ///< nested: how is chosen in every round
    bool nested = false;
};

struct TunedResult {
    const TuneTask& task;
    std::vector<double> losses;  ///< by point of the grid
    std::vector<double> leaves;
    std::size_t best = 0;
    LossSummary promised;  ///< of the best
    std::optional<Nested> nested;
    CvResult result;                     ///< nested: the rows that had no say; else those that chose
    std::vector<std::string> idle = {};  ///< parameters whose values came to the same in every round
};

/// A usage `Error` for a parameter that is named twice, also by an option of its own, and for a grid that would never end.
void check_axes(const std::vector<TuneAxis>& axes, const Settings& settings);

/// `validation`: see `Learner`.
TunedResult run_tuned(const std::shared_ptr<const TrainingSet>& shared_set, const TuneTask& task, const Run& run,
                      const std::shared_ptr<const TrainingSet>& validation);

/// The grid, both figures and the command that trains with what was chosen; `arguments` are those of cv.
std::string tuned_text(const TunedResult& tuned, const std::vector<std::string>& arguments);
void write_tuned(JsonWriter& json, const TunedResult& tuned, const std::vector<std::string>& arguments);
std::string grid_csv(const TunedResult& tuned);

}  // namespace treewright::cli
