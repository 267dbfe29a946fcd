// The flags of the verbs that resample: folds, repeats, hold-out share.
#pragma once

#include <optional>

#include "cli/flags/argument_parser.h"
#include "treewright/resampling/plan.h"

namespace treewright::cli {

struct PlanFlags {
    std::optional<std::size_t> folds;
    std::optional<std::size_t> repeats;
    std::optional<double> holdout;
    bool leave_one_out = false;
    bool plain_folds = false;
};

void declare_plan(ArgumentParser& parser, PlanFlags& flags);
/// Only folds and random splits.
void declare_folds(ArgumentParser& parser, PlanFlags& flags);

/// A usage `Error` for flags that contradict each other.
ResamplingPlan plan_of(const PlanFlags& flags, std::uint64_t seed);

/// The value of --holdout; a usage `Error` if it is not a share between 0 and 1.
double holdout_share(const std::string& text);

}  // namespace treewright::cli
