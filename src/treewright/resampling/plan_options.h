// What a user says about the rows that are held out, as far as they say it; a `ResamplingPlan` follows from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "treewright/data/parameter.h"
#include "treewright/resampling/plan.h"

namespace treewright {

struct PlanOptions {
    std::optional<std::size_t> folds = {};
    std::optional<std::size_t> repeats = {};
    std::optional<double> holdout = {};  ///< the share of the rows that is held out, in place of folds
    bool plain_folds = false;            ///< not stratified
    bool leave_one_out = false;
};
/// `leave-one-out` comes last: comparisons go without it.
std::span<const ParameterOf<PlanOptions>> plan_parameters();

/// A usage `Error` for options that say two things at once.
ResamplingPlan plan_of(const PlanOptions& options, std::uint64_t seed);

}  // namespace treewright
