// A cost-complexity sequence with what folds said about it, as a small plot in text.
#pragma once

#include <string>

#include "treewright/training/fold_models.h"
#include "treewright/tree/model.h"

namespace treewright::cli {

/// One line a tree, from the largest to the root alone; of a long sequence those that stand out and some between them.
std::string sequence_plot(const Model& model, const FoldReport& folds);

}  // namespace treewright::cli
