// The table and the resampling plan, for the heading of a report.
#pragma once

#include <string>

#include "treewright/resampling/plan.h"
#include "treewright/resampling/table_facts.h"

namespace treewright {

/// "golf.csv: 14 rows, 10 folds, stratified, seed 1".
std::string plan_heading(const TableFacts& table, const ResamplingPlan& plan);

}  // namespace treewright
