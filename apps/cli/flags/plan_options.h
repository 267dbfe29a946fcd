// The flags of the verbs that resample: folds, repeats, hold-out share.
#pragma once

#include "cli/flags/argument_parser.h"
#include "treewright/resampling/plan_options.h"

namespace treewright::cli {

void declare_plan(ArgumentParser& parser, PlanOptions& options);
/// Only folds and random splits.
void declare_folds(ArgumentParser& parser, PlanOptions& options);

}  // namespace treewright::cli
