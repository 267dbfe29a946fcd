// Grid search by cross-validation, and nested cross-validation of the choice.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "treewright/resampling/cross_validation.h"
#include "treewright/training/catalogue.h"

namespace treewright {

/// A parameter with the values that are tried.
struct TuneAxis {
    const LearnerParameter* parameter = nullptr;
    std::vector<std::string> values;
};

/// From "max-depth=2..12", "2..12:2", "prune=none,pessimistic" or a mixture. The catalogue checks every value. A usage `Error` for a name
/// that is not a parameter, a value that it does not take, an empty range.
TuneAxis tune_axis(const std::string& text);

/// A learner of the grid: one value for each axis.
struct GridPoint {
    std::vector<std::string> values;
    TrainOptions options;
};

/// All combinations, the last axis changing fastest. `settings` are applied first, but a preset of the grid takes their preset's place.
std::vector<GridPoint> grid_of(const std::vector<TuneAxis>& axes, const Settings& settings, const TrainOptions& classes);

/// The learners of a grid: those that grow the same trees share an index. `validation`: see `Learner`.
std::vector<Learner> learners_of(const std::vector<GridPoint>& grid, const std::shared_ptr<const TrainingSet>& set,
                                 const Run& run, const std::shared_ptr<const TrainingSet>& validation = nullptr);

struct Choice {
    std::vector<CrossValidation> learners;  ///< by point of the grid
    std::size_t best = 0;                   ///< least mean loss; of equals fewer leaves, then the first
};
Choice choose(const std::vector<Learner>& grid, const std::vector<Repeat>& repeats, const RowSelection& rows, const Run& run);

/// A round of the outer cross-validation: what was chosen without its rows.
struct NestedRound {
    std::size_t chosen = 0;
    double promised = 0.0;  ///< the loss by which it was chosen
};

struct Nested {
    CrossValidation held;  ///< the chosen learners on the outer folds, which took no part in the choice
    std::vector<NestedRound> rounds;
};
/// `inner`: how the choice is made among the rows that are not held out.
Nested cross_validate_choice(const std::vector<Learner>& grid, const std::vector<Repeat>& outer, const ResamplingPlan& inner,
                             const Run& run);

}  // namespace treewright
