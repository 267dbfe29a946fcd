// The table and the resampling plan, for the heading of a report.
#pragma once

#include <string>

#include "treewright/resampling/plan.h"
#include "treewright/resampling/table_facts.h"

namespace treewright {

/// "golf.csv: 14 rows, 10 folds, stratified, seed 1".
std::string plan_heading(const TableFacts& table, const ResamplingPlan& plan);
/// The same for a page of HTML, without the folder of the table.
std::string plan_title(const TableFacts& table, const ResamplingPlan& plan);

}  // namespace treewright
