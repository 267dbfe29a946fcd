// Which rows are held out, round by round: folds, random splits, or one row after the other.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "treewright/training/folds.h"

namespace treewright {

enum class Scheme { folds, holdout, leave_one_out };

struct ResamplingPlan {
    Scheme scheme = Scheme::folds;
    std::size_t folds = 10;
    std::size_t repeats = 1;
    double held_out = 0.3;   ///< holdout: the share of the rows that is tested on
    bool stratified = true;  ///< every class is spread evenly
    std::uint64_t seed = 1;
    std::string_view folds_option = "folds";  ///< the parameter that has set the folds, for sentences
};

/// The held-out rows of one repeat: its folds, or one split.
using Repeat = std::vector<RowList>;

/// The repeats, among these rows; rows of a group stay together if the set has groups. Depends on the rows and the seed,
/// not on the order of the rows. An input `Error` if there are too few rows or groups, or if nothing would be held out.
std::vector<Repeat> make_repeats(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows, const Run& run);

/// An input `Error` if there are too few rows or groups for the plan; `make_repeats` asks it first.
void refuse_plan(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows);
/// Warns of classes that cannot be in every fold, and of those that some models never see because their groups are held out together.
void warn_of_plan(const TrainingSet& set, const ResamplingPlan& plan, const RowSelection& rows, const Run& run);

/// The seed of a repeat: another one for each, the first has the plan's own.
std::uint64_t seed_of_repeat(std::uint64_t seed, std::size_t repeat);

}  // namespace treewright
