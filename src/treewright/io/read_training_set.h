// From a file to a training set: read, then prepared.
#pragma once

#include <string>

#include "treewright/base/run.h"
#include "treewright/data/prepare.h"
#include "treewright/io/read_options.h"

namespace treewright {

/// What `prepare` is to know of a file that was read with `read`. A usage `Error` if a column of the task is among the ignored ones.
PrepareOptions prepare_options(const std::string& path, const ReadOptions& read, const TargetOptions& target);

/// Reads a table to learn from.
[[nodiscard]] TrainingSet read_training_set(const std::string& path, const ReadOptions& read, const TargetOptions& target,
                                            const Run& run);

}  // namespace treewright
