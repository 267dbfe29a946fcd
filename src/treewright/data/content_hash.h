// Hashes of the training rows. The hash of a table does not depend on the order of its rows: it is the sum of the row hashes,
// each times its weight, modulo 2^128. docs/model-file.md specifies how a row is hashed.
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

/// One hash per row, over its cells, label and weight, and different for every seed. Equal rows have equal hashes, so that
/// random draws based on them do not depend on the order of the rows.
std::vector<std::uint64_t> row_hashes(const TrainingSet& set, std::uint64_t seed, const Run& run);

}  // namespace treewright
