// The cost-complexity curve: the cross-validated error of every tree of the sequence by its number of leaves, as a chart.
#pragma once

#include <string>

#include "treewright/data/schema.h"
#include "treewright/training/fold_models.h"

namespace treewright {

std::string sequence_svg(Task task, const FoldReport& folds);
/// What it shows, for those who do not see it.
std::string sequence_words(Task task, const FoldReport& folds);

}  // namespace treewright
