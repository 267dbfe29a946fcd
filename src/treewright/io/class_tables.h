// Small files about classes: priors and costs. Cells are kept verbatim, so that a class named 01 stays 01.
#pragma once

#include <string>
#include <vector>

#include "treewright/base/progress.h"
#include "treewright/data/parameter.h"

namespace treewright {

/// One row per class: its name and its prior, a positive number. The first row may hold column names.
std::vector<ClassNumber> read_priors(const std::string& path, Progress& progress);

/// The first row names the predicted classes (its first cell is ignored), every other row a true class and its costs.
/// The rows of the result are in the order of the columns.
CostTable read_costs(const std::string& path, Progress& progress);

}  // namespace treewright
