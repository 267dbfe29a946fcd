// A hash of the training rows that does not depend on their order: the hashes of the rows, each times its weight, added up
// modulo 2^128. docs/model-file.md says how a row is hashed.
#pragma once

#include <string>

#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// 32 hexadecimal digits.
std::string content_hash(const TrainingSet& set, const Threads& threads, Progress& progress);

}  // namespace treewright
