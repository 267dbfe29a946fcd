// Rows with their labels, read by a schema: for judging a tree that is already there.
#pragma once

#include "treewright/io/rows/labelled_batches.h"

namespace treewright {

/// All rows at once, as `LabelledBatches` gives them. Notes what it left out; an input `Error` if no row is left.
[[nodiscard]] TrainingSet read_labelled(LabelledFile file, const Schema& schema, const ReadOptions& options, Messages& messages,
                                        Progress& progress);

}  // namespace treewright
