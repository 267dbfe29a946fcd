// Hashes of the training rows. That of all rows does not depend on their order: the hashes of the rows, each times its weight, added up
// modulo 2^128. docs/model-file.md says how a row is hashed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "treewright/base/run.h"
#include "treewright/data/training_set.h"

namespace treewright {

/// 32 hexadecimal digits.
std::string content_hash(const TrainingSet& set, const Run& run);
/// Of some of the rows.
std::string content_hash(const TrainingSet& set, const RowSelection& rows, const Run& run);

/// Of every row with its label and its weight; another one for every seed. Equal rows have equal hashes, so that whatever is drawn by
/// them does not depend on the order of the rows.
std::vector<std::uint64_t> row_hashes(const TrainingSet& set, std::uint64_t seed, const Run& run);

}  // namespace treewright
